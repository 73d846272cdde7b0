//! Arguments of the verb that opens the studio.

use clap::Args;

use crate::values::parse_port;

/// Arguments of `studio`.
#[derive(Debug, Args)]
pub(crate) struct StudioArgs {
    /// The port to listen on; 0 is any that is free. Defaults to 7117, so that saved games are found again, or to any free port if
    /// 7117 is taken
    #[arg(long, value_name = "N", value_parser = parse_port)]
    pub(crate) port: Option<u16>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}
