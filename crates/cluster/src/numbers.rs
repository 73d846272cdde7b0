//! A range of numbers as a table that any number of machines can share: the leaf below `generate` and `experiment`.
//!
//! `DataFusion`'s own `range` is one partition, which on a cluster would be one task.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::array::{ArrayRef, AsArray as _, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, UInt64Type};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, internal_err};
use datafusion::datasource::TableType;
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::Expr;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::coop::make_cooperative;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType, SchedulingType};
use datafusion::physical_plan::projection::{ProjectionExec, ProjectionExpr};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    ChildrenPropertiesMode, DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties as _, Partitioning,
    PlanProperties, ReplaceChildrenOptions, SendableRecordBatchStream,
};
use futures::StreamExt as _;

/// The name of the column.
pub(crate) const VALUE: &str = "value";

/// The numbers of a range, handed out so many at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) range: Range<u64>,
    /// Rows of a batch. What is done with each may take long, and between batches it can be stopped.
    pub(crate) batch: u64,
    /// Whether it is on a cluster, where nobody knows how many cores there are.
    pub(crate) is_spread: bool,
}

/// Partitions on a cluster.
const SPREAD: usize = 256;

/// The columns of ranges.
fn ends() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new("from", DataType::UInt64, false), Field::new("to", DataType::UInt64, false)]))
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new(VALUE, DataType::UInt64, false)]))
}

/// As it goes over the wire, behind a word that nothing else begins with.
const MARK: &str = "pencilmark-numbers";

/// The numbers of a message, if it is one of ours.
fn decoded<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    let words = std::str::from_utf8(bytes).ok()?.strip_prefix(MARK)?.split_ascii_whitespace();
    words.map(|word| word.parse().ok()).collect::<Option<Vec<u64>>>()?.try_into().ok()
}

impl Numbers {
    pub(crate) fn encoded(&self) -> String {
        format!("{MARK} {} {} {}", self.range.start, self.range.end, self.batch)
    }

    /// `None` if this is something else.
    pub(crate) fn decoded(bytes: &[u8]) -> Option<Self> {
        let [from, to, batch] = decoded(bytes)?;
        Some(Self { range: from..to, batch, is_spread: true })
    }

    /// The numbers of a partition: as many as of any other, or one less.
    fn part(&self, partition: usize, partitions: usize) -> Range<u64> {
        let count = u128::from(self.range.end.saturating_sub(self.range.start));
        let from = |part: usize| self.range.start + (count * part as u128 / partitions.max(1) as u128) as u64;
        from(partition)..from(partition + 1)
    }
}

#[async_trait]
impl TableProvider for Numbers {
    fn schema(&self) -> SchemaRef {
        schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        _limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let batch = self.batch.clamp(1, session.config().batch_size().max(1) as u64);
        let batches = self.range.end.saturating_sub(self.range.start).div_ceil(batch);
        let most = if self.is_spread { SPREAD } else { session.config().target_partitions().max(1) };
        let partitions = usize::try_from(batches).map_or(most, |batches| batches.clamp(1, most));
        let parts: Vec<Vec<RecordBatch>> = (0..partitions)
            .map(|partition| {
                let Range { start, end } = self.part(partition, partitions);
                let [from, to] = [start, end].map(|end| Arc::new(UInt64Array::from(vec![end])) as ArrayRef);
                Ok(vec![RecordBatch::try_new(ends(), vec![from, to])?])
            })
            .collect::<Result<_>>()?;
        let parts = MemorySourceConfig::try_new_exec(&parts, ends(), None)?;
        let all: Arc<dyn ExecutionPlan> = Arc::new(NumbersExec::new(parts, batch));
        match projection {
            // Counting needs no column.
            Some(columns) if columns.is_empty() => {
                Ok(Arc::new(ProjectionExec::try_new(Vec::<ProjectionExpr>::new(), all)?))
            }
            _ => Ok(all),
        }
    }
}

/// The numbers of ranges, whose ends are the rows of its input. A scheduler gives each task some partitions of the input, which it can do
/// for files and for rows in memory, and for no leaf of ours.
#[derive(Debug)]
pub(crate) struct NumbersExec {
    ranges: Arc<dyn ExecutionPlan>,
    batch: u64,
    properties: Arc<PlanProperties>,
}

impl NumbersExec {
    fn new(ranges: Arc<dyn ExecutionPlan>, batch: u64) -> Self {
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema()),
            Partitioning::UnknownPartitioning(ranges.output_partitioning().partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        )
        .with_scheduling_type(SchedulingType::Cooperative);
        Self { ranges, batch: batch.max(1), properties: Arc::new(properties) }
    }

    pub(crate) fn encoded(&self) -> String {
        format!("{MARK} {}", self.batch)
    }

    /// `None` if this is something else.
    pub(crate) fn decoded(bytes: &[u8], inputs: &[Arc<dyn ExecutionPlan>]) -> Option<Self> {
        let ([batch], [ranges]) = (decoded(bytes)?, inputs) else { return None };
        Some(Self::new(Arc::clone(ranges), batch))
    }
}

/// The numbers of a range, in batches.
fn batches(range: Range<u64>, step: u64) -> impl Iterator<Item = Result<RecordBatch>> + Send {
    let Range { start, end } = range;
    let starts = std::iter::successors(Some(start), move |from| from.checked_add(step));
    starts.take_while(move |from| *from < end).map(move |from| {
        let values = UInt64Array::from_iter_values(from..end.min(from.saturating_add(step)));
        Ok(RecordBatch::try_new(schema(), vec![Arc::new(values)])?)
    })
}

impl DisplayAs for NumbersExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NumbersExec: batch={}", self.batch)
    }
}

impl ExecutionPlan for NumbersExec {
    fn name(&self) -> &'static str {
        "NumbersExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.ranges]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let [ranges] = &children[..] else { return internal_err!("NumbersExec has one input") };
        Ok(Arc::new(Self::new(Arc::clone(ranges), self.batch)))
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        self.replace_children(children, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute))
    }

    /// As it is: splitting ranges of rows anew would move the work to other partitions for nothing.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let step = self.batch;
        let ranges = self.ranges.execute(partition, context)?;
        let numbers = ranges.flat_map(move |ends| {
            let ranges = ends.map(|ends| {
                let [from, to] = [0, 1].map(|column| ends.column(column).as_primitive::<UInt64Type>().clone());
                (0..ends.num_rows()).map(move |row| from.value(row)..to.value(row))
            });
            let all: Box<dyn Iterator<Item = Result<RecordBatch>> + Send> = match ranges {
                Ok(ranges) => Box::new(ranges.flat_map(move |range| batches(range, step))),
                Err(error) => Box::new(std::iter::once(Err(error))),
            };
            futures::stream::iter(all)
        });
        // It makes any number of batches of one, and others must have their turns.
        Ok(make_cooperative(Box::pin(RecordBatchStreamAdapter::new(schema(), numbers))))
    }
}
