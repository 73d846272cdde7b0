//! Sets of instructions, and what a CPU needs for each.

/// Which instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// Those of every machine.
    Portable,
    /// 256 bits at a time.
    Avx2,
    /// 512 bits at a time.
    Avx512,
}

impl Instructions {
    /// All of them, the most capable last.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// What people call them.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        }
    }

    /// The CPU features that they need, as `is_x86_feature_detected!` spells them.
    ///
    /// The solver relies on this list when it calls code that is compiled for these features.
    pub fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Portable => &[],
            Self::Avx2 => &["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"],
            Self::Avx512 => &["avx512f", "avx512bw", "avx512vbmi", "avx512vbmi2", "bmi1", "popcnt"],
        }
    }

    /// The features that a CPU lacks for them, if it has only those that `has` says it has.
    pub fn missing(self, has: impl Fn(&str) -> bool) -> Vec<&'static str> {
        self.needs().iter().copied().filter(|feature| !has(feature)).collect()
    }

    /// Whether this machine has them.
    pub fn are_available(self) -> bool {
        self.needs().iter().all(|feature| cpu_has(feature))
    }

    /// The most capable that this machine has.
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|instructions| instructions.are_available()).unwrap_or(Self::Portable)
    }
}

/// Whether this machine has one of the features that [`Instructions::needs`] names.
pub fn cpu_has(feature: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    macro_rules! detect {
        ($($name:tt)*) => {
            match feature {
                $($name => is_x86_feature_detected!($name),)*
                _ => false,
            }
        };
    }
    #[cfg(target_arch = "x86_64")]
    return detect!("avx2" "avx512f" "avx512bw" "avx512vbmi" "avx512vbmi2" "bmi1" "bmi2" "popcnt" "lzcnt");
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = feature;
        false
    }
}
