// What the server says, as the page uses it. /api/openapi.json is the whole of it.

/** A cell as it is called in texts: `r3c5`. */
type CellName = string;

interface Face {
  text?: string;
  given?: boolean;
  corner?: string;
  marks?: number[];
  picked?: number[];
  gone?: number[];
  tone?: "plain" | "shaded" | "hole";
  highlight?: boolean;
  entered?: boolean;
  accent?: "right" | "wrong" | "focus" | null;
  /** Notes in the corners: the page's own, the server never sends them. */
  notes?: string[];
  /** The name of the cell's area, while texts mention it: the page's own. */
  name?: string;
  /** Colours that a person gave the cell, by number from 1: the page's own. */
  colours?: number[];
}

type Edge = "none" | "thin" | "thick";

interface BoardData {
  faces: Face[][];
  vertical: Edge[][];
  horizontal: Edge[][];
  mark_shape: [number, number];
  path: CellName[];
  area: string | null;
}

interface EntryData {
  value: number;
  symbol: string;
  words: string;
  face: Face;
}

type PuzzleJson = Record<string, any> & { kind: string };

interface View {
  puzzle: PuzzleJson;
  kind: string;
  title: string;
  board: BoardData;
  fixed: CellName[];
  entries: EntryData[];
  /** Whether consecutive values stand in neighbouring cells, so that they can be entered by drawing a line. */
  path: boolean;
  /** What is missing, if it is an unfinished drawing. */
  unfinished?: Reason;
  /** The formats that it can be written in. */
  formats: string[];
  /** Public links: addresses of sites that show the puzzle. */
  links: string[];
  legend?: string;
  /** Likely slips in the puzzle. */
  warnings?: Reason[];
  /** The area names in the legend, each with the cell to write it in. */
  names: { cell: CellName; name: string }[];
}

interface Remedy {
  text: string;
  [field: string]: any;
}

interface ErrorBody {
  what: string;
  remedy: Remedy;
  line: number | null;
  column: number | null;
}

interface ParseErrorBody {
  line: number;
  column: number;
  what: string;
  remedy: Remedy;
}

interface Views {
  puzzles: View[];
  errors: ParseErrorBody[];
  left_out: number;
}

interface Named {
  name: string;
  about: string;
}

type Takes =
  | { type: "word"; words: Named[] }
  | { type: "whole" | "wholes"; least: number; most: number | null }
  | { type: "number" | "numbers"; least: number; most: number | null }
  | { type: "flag" }
  | { type: "size"; least: number; most: number }
  | { type: "text"; what: string };

interface Setting {
  name: string;
  help: string;
  default: string;
  takes: Takes;
  takes_words: string;
  reading: boolean;
}

interface Technique {
  id: string;
  title: string;
  tier: number;
  rating: number;
  assumes_uniqueness: boolean;
  about: string;
}

interface KindAbout {
  id: string;
  title: string;
  summary: string;
  rules: string;
  /** The rules in one or two sentences. */
  short_rules: string;
  /** Other names that it goes by. */
  aliases: { name: string; title: string }[];
  sizes: string;
  /** The square boards that the generator makes, and the levels that it takes for them. */
  boards: { side: number; levels: number[] }[];
  /** Whether every board has as many rows as columns. */
  square: boolean;
  /** Whether a board may have holes. */
  holes: boolean;
  template: string;
  settings: Setting[];
  formats: string[];
  models: Named[];
  presets: { name: string; method: string; about: string }[];
  techniques: Technique[];
  corpus: Named[];
}

interface MethodAbout {
  id: string;
  title: string;
  family: string;
  spends: string[];
  complete: boolean | null;
  settings: Setting[];
  source: string;
  kind: string | null;
}

interface About {
  version: string;
  kinds: KindAbout[];
  methods: MethodAbout[];
  /** The levels of puzzles, starting at 1. */
  levels: Named[];
  counters: Named[];
  limits: { run_seconds: number; frames: number; puzzles: number };
  [field: string]: any;
}

interface Reason {
  rule: string;
  cells: CellName[];
  text: string;
}

interface BrokenRules {
  full: boolean;
  rules: Reason[];
}

interface Mark {
  cell: CellName;
  value: number;
}

interface Step {
  technique: string;
  title: string;
  tier: number;
  rating: number;
  because: any[];
  removes: Mark[];
  places: Mark[];
  text: string[];
  cells: CellName[];
  marks: Mark[];
  /** The cells of the place to look at; only in hints. */
  area?: CellName[];
  /** Reasons for eliminations in cells without pencil marks; only in hints. */
  unwritten?: Reason[];
}

/** A suggested change of one clue. */
interface Correction {
  rule: string;
  cells: CellName[];
  from: string;
  to: string;
  text: string;
}

interface Hint {
  outcome: "step" | "mistakes" | "solved" | "none" | "fork" | "stuck" | "gave-up";
  step?: Step;
  steps?: Step[];
  left_out?: string;
  mistakes?: Reason[];
  reason?: Reason;
  conflict?: { rules: Reason[]; minimal: boolean; blamed: Reason[] };
  corrections?: { changes: Correction[]; several: number; tried: number; complete: boolean; text: string };
  fork?: { cell: CellName; values: number[] };
  several?: { cell: CellName; values: number[] };
}

interface CellState {
  cell: CellName;
  entry: number | null;
  marks: number[];
}

interface Explained {
  verdict: string;
  steps: Step[];
  solved: boolean;
  mistakes?: Reason[];
  gave_up?: string;
  beyond: number[];
  ending: string;
  positions: CellState[][];
}

interface Grade {
  verdict: string;
  level: number | null;
  [field: string]: any;
}

/** A moment of a search. */
interface Picture {
  shot: "start" | "about" | "step" | "assign" | "backtrack" | "look" | "infer" | "generation" | "hand-over" | "solution";
  faces: [number, Face][];
  counters: Record<string, number>;
  cost?: number;
  /** With `generation`, the costs of its boards. */
  generation?: { lowest: number, mean: number, highest: number };
  depth: number;
  decision?: [CellName, string];
  why?: { text: string; cells: CellName[] };
}

/** What is known about a puzzle after `check` or `solve`: docs/json.md describes it. */
type RunRecord = Record<string, any>;
