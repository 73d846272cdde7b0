//! Sessions that know the functions: on this machine, or on a cluster.

use std::sync::Arc;

use ballista::prelude::{SessionConfigExt as _, SessionContextExt as _};
use datafusion::common::Result;
use datafusion::config::Dialect;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{FunctionRegistry, SessionState, SessionStateBuilder};
use datafusion::logical_expr::ScalarUDF;
use datafusion::physical_optimizer::optimizer::PhysicalOptimizer;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::codec::{LogicalCodec, PhysicalCodec};
use crate::experiment::Runs;
use crate::generate::Generate;
use crate::{experiment, function, generate};

/// The largest message between the processes of a cluster, in bytes: a plan carries the puzzles of an experiment.
pub(crate) const MESSAGE: u32 = 64 << 20;

/// Every scalar function.
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    function::functions().chain([generate::function(), experiment::function()]).map(Arc::new).collect()
}

/// A session on this machine, which works on `batch` rows without a break. Sorts and joins that need more than `memory` bytes go on
/// on disk.
pub fn local(memory: usize, batch: usize) -> Result<SessionContext> {
    let config = usual(SessionConfig::new(), batch);
    let runtime = RuntimeEnvBuilder::new().with_memory_limit(memory, 1.0).build_arc()?;
    let state = SessionStateBuilder::new_from_existing(state(config)).with_runtime_env(runtime).build();
    let session = SessionContext::new_with_state(state);
    register(&session);
    Ok(session)
}

/// A session whose queries run on a cluster, at `df://host:port`, where executors work on `batch` rows without a break.
pub async fn connect(url: &str, batch: usize) -> Result<SessionContext> {
    let config = usual(SessionConfig::new_with_ballista(), batch)
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
        .with_ballista_grpc_client_max_message_size(MESSAGE as usize);
    let session = SessionContext::remote_with_state(url, state(config)).await?;
    // Ballista makes a state of its own, without the functions of ours.
    register(&session);
    Ok(session)
}

/// What both have in common. In the usual dialect a comma may end a list of columns, so that `SELECT id, explain(…)`
/// would begin another statement at `explain`. And taking a field would count as so cheap that it goes below everything,
/// together with the function whose field it is, once for every field.
fn usual(config: SessionConfig, batch: usize) -> SessionConfig {
    let mut config = config.with_information_schema(true).with_batch_size(batch.max(1));
    config.options_mut().sql_parser.dialect = Dialect::PostgreSQL;
    config.options_mut().optimizer.enable_leaf_expression_pushdown = false;
    config
}

/// Rows that are worked on without a break, if nothing else is asked for.
pub const BATCH: usize = 8192;

/// The state of a session on a scheduler, and of one here. A projection stays where it is: below a filter, or in the scan
/// of a file, its functions would be called for rows that nobody asked for, and on one core.
pub(crate) fn state(mut config: SessionConfig) -> SessionState {
    config.options_mut().optimizer.enable_leaf_expression_pushdown = false;
    let rules = PhysicalOptimizer::new().rules.into_iter().filter(|rule| rule.name() != "ProjectionPushdown");
    let mut state = SessionStateBuilder::new()
        .with_config(config)
        .with_default_features()
        .with_physical_optimizer_rules(rules.collect())
        .build();
    for function in functions() {
        // Only a state that is read-only refuses, and this one is new.
        let _ = state.register_udf(function);
    }
    state
}

/// Adds the functions to a session.
pub fn register(session: &SessionContext) {
    for function in functions() {
        session.register_udf(function.as_ref().clone());
    }
    session.register_udtf("generate", Arc::new(Generate));
    session.register_udtf("experiment", Arc::new(Runs));
}
