//! The processes of a cluster: a scheduler, and executors that work for it.

use std::sync::Arc;

use ballista_core::error::{BallistaError, Result};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;

use crate::codec::{LogicalCodec, PhysicalCodec};
use crate::session::{MESSAGE, functions, state};

/// For how many seconds the results of a query are kept.
const KEPT: u64 = 86_400;

/// Where a scheduler listens.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// The address.
    pub bind: String,
    /// The port.
    pub port: u16,
    /// After how many seconds without a heartbeat an executor is given up.
    pub executor_timeout: u64,
}

impl Scheduler {
    /// Serves until it is stopped.
    pub async fn run(&self) -> Result<()> {
        let config = SchedulerConfig {
            bind_host: self.bind.clone(),
            external_host: self.bind.clone(),
            bind_port: self.port,
            executor_timeout_seconds: self.executor_timeout,
            expire_dead_executor_interval_seconds: self.executor_timeout.div_ceil(3).max(1),
            // Rows are fetched after the job is done, and that may take long.
            finished_job_data_clean_up_interval_seconds: KEPT,
            grpc_server_max_decoding_message_size: MESSAGE,
            grpc_server_max_encoding_message_size: MESSAGE,
            override_session_builder: Some(Arc::new(|config| Ok(state(config)))),
            override_logical_codec: Some(Arc::new(LogicalCodec::default())),
            override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
            ..SchedulerConfig::default()
        };
        let address = format!("{}:{}", self.bind, self.port);
        let address = address.parse().map_err(|error| BallistaError::Configuration(format!("{address}: {error}")))?;
        let cluster = BallistaCluster::new_from_config(&config).await?;
        start_server(cluster, address, Arc::new(config)).await
    }
}

/// Where an executor listens and whom it serves.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The address.
    pub bind: String,
    /// The name or address by which the others reach it.
    pub advertise: String,
    /// The port for results; the next one is for tasks.
    pub port: u16,
    /// The scheduler's host and port.
    pub scheduler: (String, u16),
    /// Where results between stages are kept.
    pub work_dir: Option<String>,
    /// How many tasks run at once; as many as there are cores if not set.
    pub tasks: Option<usize>,
    /// Seconds between heartbeats.
    pub heartbeat: u64,
}

impl Executor {
    /// Serves until it is stopped.
    pub async fn run(&self) -> Result<()> {
        let mut registry = BallistaFunctionRegistry::default();
        for function in functions() {
            registry.scalar_functions.insert(function.name().to_owned(), function);
        }
        if let Some(folder) = &self.work_dir {
            std::fs::create_dir_all(folder)
                .map_err(|error| BallistaError::Configuration(format!("{folder}: {error}")))?;
        }
        let usual = ExecutorProcessConfig::default();
        let config = ExecutorProcessConfig {
            bind_host: self.bind.clone(),
            external_host: Some(self.advertise.clone()),
            port: self.port,
            grpc_port: self.port + 1,
            scheduler_host: self.scheduler.0.clone(),
            scheduler_port: self.scheduler.1,
            scheduler_connect_timeout_seconds: 30,
            work_dir: self.work_dir.clone(),
            vcores: self.tasks.unwrap_or(usual.vcores),
            executor_heartbeat_interval_seconds: self.heartbeat,
            job_data_ttl_seconds: 2 * KEPT,
            job_data_clean_up_interval_seconds: KEPT / 24,
            grpc_max_decoding_message_size: MESSAGE,
            grpc_max_encoding_message_size: MESSAGE,
            override_function_registry: Some(Arc::new(registry)),
            override_logical_codec: Some(Arc::new(LogicalCodec::default())),
            override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
            ..usual
        };
        start_executor_process(Arc::new(config)).await
    }
}
