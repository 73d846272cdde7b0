//! One program writes to a folder at a time. A file in the folder is locked by the operating system for as long as
//! the program lives, so a killed program leaves no lock behind; the file's text says who holds the lock.
//!
//! The file stays when the lock is released: if it were removed, one program could lock the removed file and another
//! one a new file of the same name.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read as _, Write as _};
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use crate::{Build, Folder, LabError};

const LOCK: &str = ".lock";

/// A folder that no other program writes records to until this is dropped.
#[derive(Debug)]
pub struct LockedFolder {
    folder: Folder,
    lock: File,
}

impl Deref for LockedFolder {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl Drop for LockedFolder {
    fn drop(&mut self) {
        // Whoever reads it later must not take us for the holder. Closing the file releases the lock.
        let _ = self.lock.set_len(0);
    }
}

/// Who writes to a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The id of the process.
    pub process: u32,
    /// Since when, UTC.
    pub since: String,
}

impl Folder {
    /// Makes the folder if it is not there, and locks it.
    pub fn make_and_lock(&self) -> Result<LockedFolder, LabError> {
        fs::create_dir_all(self.path()).map_err(LabError::file("make", self.path()))?;
        self.locked()
    }

    /// Makes and locks the first of `base/name`, `base/name-2`, `base/name-3`, … that is not there. Programs that do
    /// this at the same time get different folders.
    pub fn make_new_and_lock(base: &Path, name: &str) -> Result<LockedFolder, LabError> {
        fs::create_dir_all(base).map_err(LabError::file("make", base))?;
        let mut path = base.join(name);
        let mut number = 1_u64;
        loop {
            match fs::create_dir(&path) {
                Ok(()) => return Self::new(path).locked(),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    number += 1;
                    path = base.join(format!("{name}-{number}"));
                }
                Err(error) => return Err(LabError::file("make", &path)(error)),
            }
        }
    }

    /// Locks the folder of an experiment.
    pub fn lock(&self) -> Result<LockedFolder, LabError> {
        self.expect_experiment()?;
        self.locked()
    }

    fn locked(&self) -> Result<LockedFolder, LabError> {
        let path = self.file(LOCK);
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut lock = opened.map_err(LabError::file("lock", &path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = holder(&path);
                return Err(LabError::Busy { path: self.path().to_owned(), holder });
            }
            Err(TryLockError::Error(error)) => return Err(LabError::file("lock", &path)(error)),
        }
        let text = format!("{} {}\n", std::process::id(), Build::this().now);
        let written = lock.set_len(0).and_then(|()| lock.write_all(text.as_bytes()));
        written.map_err(LabError::file("lock", &path))?;
        Ok(LockedFolder { folder: self.clone(), lock })
    }
}

/// Who holds the lock, if the file says so. It is read a little later: the holder may have locked the file without
/// having written to it yet.
fn holder(path: &Path) -> Option<Holder> {
    (0..10).find_map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let mut text = String::new();
        File::open(path).and_then(|mut file| file.read_to_string(&mut text)).ok()?;
        let (process, since) = text.strip_suffix('\n')?.split_once(' ')?;
        Some(Holder { process: process.parse().ok()?, since: since.to_owned() })
    })
}
