//! Queries on their way: started, and called off on a cluster when nobody waits for them any more.

use std::sync::{Arc, Mutex, PoisonError};

use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use datafusion::common::Result;
use datafusion::physical_plan::{ExecutionPlan, SendableRecordBatchStream, execute_stream, execute_stream_partitioned};
use datafusion::prelude::DataFrame;
use datafusion_proto::protobuf::LogicalPlanNode;

/// The plan of the query that this process waits for.
static RUNNING: Mutex<Option<Arc<dyn ExecutionPlan>>> = Mutex::new(None);

/// The rows of a query as one stream.
pub async fn stream(rows: DataFrame) -> Result<SendableRecordBatchStream> {
    let context = Arc::new(rows.task_ctx());
    execute_stream(started(rows).await?, context)
}

/// The same in parts.
pub(crate) async fn streams(rows: DataFrame) -> Result<Vec<SendableRecordBatchStream>> {
    let context = Arc::new(rows.task_ctx());
    execute_stream_partitioned(started(rows).await?, context)
}

async fn started(rows: DataFrame) -> Result<Arc<dyn ExecutionPlan>> {
    let plan = rows.create_physical_plan().await?;
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&plan));
    Ok(plan)
}

/// Calls off the query that this process waits for, if it runs on the cluster at `df://host:port`. Otherwise executors would go on with it for nobody.
pub async fn cancel(url: &str) {
    let plan = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).take();
    let job = plan.and_then(|plan| plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()?.job_id());
    let Some(job) = job else { return };
    if let Ok(mut scheduler) = SchedulerGrpcClient::connect(url.replacen("df://", "http://", 1)).await {
        // There is nobody to tell that it failed.
        let _ = scheduler.cancel_job(CancelJobParams { job_id: job.to_string() }).await;
    }
}
