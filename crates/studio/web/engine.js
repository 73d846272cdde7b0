// What the page asks for. Nothing else talks to the server, so that another engine (one compiled to WebAssembly, say) can take its place.

/** What is wrong with a request, and what to do about it. */
export class EngineError extends Error {
  /**
   * @param {Partial<ErrorBody>} body
   * @param {number} status
   */
  constructor(body, status) {
    super(body.what ?? "The studio does not answer.");
    this.remedy = body.remedy?.text ?? "";
    this.line = body.line ?? null;
    this.column = body.column ?? null;
    this.status = status;
  }
}

const LOST = { what: "The studio does not answer.", remedy: { text: "Start it again with `pencilmark studio`, then repeat this." } };
/** How often a request waits its turn where all workers are busy. */
const PATIENCE = 15;

/** How many requests wait for a worker, and who wants to know. */
export const waiting = {
  count: 0,
  /** @type {Set<(count: number) => void>} */
  listeners: new Set(),
  /** @param {(count: number) => void} listener @returns {() => void} ends it */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  },
  /** @param {1 | -1} by */
  change(by) {
    this.count += by;
    for (const listener of this.listeners) listener(this.count);
  },
};

/**
 * Waits as long as a refusal asks for, or until the request is aborted.
 * @param {Response} refusal
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
const pause = (refusal, signal) => new Promise((resolve, reject) => {
  if (signal?.aborted) return reject(signal.reason);
  const aborted = () => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener("abort", aborted);
    resolve();
  }, 1000 * (Number(refusal.headers.get("retry-after")) || 1));
  signal?.addEventListener("abort", aborted, { once: true });
});

/**
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 */
async function send(path, body, signal) {
  /** @type {RequestInit} */
  const request = body === undefined ? { signal } : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal };
  let waits = false;
  try {
    for (let turn = 0; ; turn++) {
      const response = await fetch(`/api/${path}`, request).catch((error) => Promise.reject(signal?.aborted ? error : new EngineError(LOST, 0)));
      if (response.ok) return response;
      if ((response.status !== 429 && response.status !== 503) || turn === PATIENCE) {
        throw new EngineError(await response.json().catch(() => ({ what: `The studio answers ${response.status}.` })), response.status);
      }
      if (!waits) waiting.change(1);
      waits = true;
      await pause(response, signal);
    }
  } finally {
    if (waits) waiting.change(-1);
  }
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
const ask = async (path, body, signal) => (await send(path, body, signal)).json();

/**
 * A run as it is told: `see` gets the name of every event and its data. Ends with the run; aborting `signal` ends both.
 * @param {string} path
 * @param {any} body
 * @param {(name: string, data: any) => void} see
 * @param {AbortSignal} signal
 */
async function follow(path, body, see, signal) {
  const response = await send(path, body, signal);
  if (!response.body) throw new EngineError(LOST, 0);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const found = /^event: (.*)\ndata: (.*)$/s.exec(event);
        if (found) see(found[1], JSON.parse(found[2]));
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof SyntaxError ? error : new EngineError(LOST, 0);
  }
}

export const engine = {
  /** @returns {Promise<About>} */
  about: () => ask("about"),
  /**
   * @param {{ text: string, kind?: string, format?: string, settings?: Record<string, string> }} request
   * @returns {Promise<Views>}
   */
  read: (request) => ask("read", request),
  /**
   * @param {string} kind
   * @param {string} set
   * @returns {Promise<Views>}
   */
  corpus: (kind, set) => ask("corpus", { kind, set }),
  /**
   * Reads a puzzle drawn by hand. Throws an error if the drawing is not a puzzle yet.
   * @param {{ kind: string, settings: Record<string, string>, cells: any[][] }} drawing
   * @param {AbortSignal} [signal]
   * @returns {Promise<View>}
   */
  sketch: async (drawing, signal) => {
    const { view, error } = await ask("sketch", drawing, signal);
    if (error) throw new EngineError(error, 0);
    return view;
  },
  /**
   * A puzzle as a drawing by hand.
   * @param {PuzzleJson} puzzle
   * @returns {Promise<{ kind: string, settings: Record<string, string>, cells: any[][] }>}
   */
  drawing: (puzzle) => ask("drawing", { puzzle }),
  /**
   * A puzzle after a change that `check` or `hint` suggested.
   * @param {PuzzleJson} puzzle
   * @param {Correction} correction
   * @returns {Promise<View>}
   */
  correct: (puzzle, correction) => ask("correct", { puzzle, correction }),
  /**
   * @param {PuzzleJson} puzzle
   * @param {string} format
   * @returns {Promise<string>}
   */
  write: async (puzzle, format) => (await ask("write", { puzzle, format })).text,
  /**
   * What is still possible in each cell, by the rules alone.
   * @param {PuzzleJson} puzzle
   * @returns {Promise<number[][][]>}
   */
  marks: async (puzzle) => (await ask("marks", { puzzle })).marks,
  /**
   * The rules that the entries break, without reference to the solution.
   * @param {PuzzleJson} puzzle
   * @param {AbortSignal} [signal]
   * @returns {Promise<BrokenRules>}
   */
  broken: (puzzle, signal) => ask("broken", { puzzle }, signal),
  /**
   * For every cell, the cells that a rule relates it to.
   * @param {PuzzleJson} puzzle
   * @returns {Promise<CellName[][][]>}
   */
  related: async (puzzle) => (await ask("related", { puzzle })).cells,
  /**
   * One solution, several, or none; and whether what has been entered is right.
   * @param {PuzzleJson} puzzle
   * @param {AbortSignal} [signal]
   * @returns {Promise<RunRecord>}
   */
  check: (puzzle, signal) => ask("check", { puzzle }, signal),
  /**
   * @param {Record<string, any>} request
   * @returns {Promise<RunRecord>}
   */
  solve: (request) => ask("solve", request),
  /**
   * @param {Record<string, any>} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Hint>}
   */
  hint: (request, signal) => ask("hint", request, signal),
  /**
   * @param {Record<string, any>} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Explained>}
   */
  explain: (request, signal) => ask("explain", request, signal),
  /**
   * @param {Record<string, any>} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Grade>}
   */
  grade: (request, signal) => ask("grade", request, signal),
  /**
   * A picture as a file.
   * @param {Record<string, any>} request
   * @returns {Promise<Blob>}
   */
  render: async (request) => (await send("render", request)).blob(),
  /**
   * Pages as a PDF.
   * @param {Record<string, any>} request
   * @returns {Promise<Blob>}
   */
  print: async (request) => (await send("print", request)).blob(),
  /**
   * A search, picture by picture.
   * @param {Record<string, any>} request
   * @param {(name: string, data: any) => void} see
   * @param {AbortSignal} signal
   */
  watch: (request, see, signal) => follow("watch", request, see, signal),
  /**
   * A built-in puzzle on which a search makes `least` to `most` backtracks, with the method, one of
   * `methods`.
   * @param {{ kind: string, methods: string[], least: number, most: number }} request
   * @returns {Promise<{ view: View, method: string, backtracks: number }>}
   */
  eventful: (request) => ask("eventful", request),
  /**
   * New puzzles, one after the other.
   * @param {Record<string, any>} request
   * @param {(name: string, data: any) => void} see
   * @param {AbortSignal} signal
   */
  make: (request, see, signal) => follow("make", request, see, signal),
  /**
   * What an experiment would do, and what the linter says about it.
   * @param {string} toml
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  plan: (toml, signal) => ask("experiment/plan", { toml }, signal),
  /**
   * An experiment.
   * @param {string} toml
   * @param {(name: string, data: any) => void} see
   * @param {AbortSignal} signal
   */
  experiment: (toml, see, signal) => follow("experiment", { toml }, see, signal),
};
