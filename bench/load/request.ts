/** A request that is sent repeatedly. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /** Media type of the body; JSON by default. */
  readonly type?: string;
}

/** The task of a worker. */
export interface Task {
  readonly url: string;
  /**
   * One per user: each connection sends its own requests, and waits for an answer before the next.
   */
  readonly authorizations: readonly string[];
  /** Shared by all connections, beginning at `from`. */
  readonly requests: readonly Request[];
  readonly from: number;
  /** Milliseconds. Answers of the warm-up are not counted. */
  readonly warmUp: number;
  readonly duration: number;
}

/** The result of a worker. */
export interface Outcome {
  /** Answers a second. */
  readonly throughput: number;
  readonly answers: number;
  /** Requests, including the warm-up. */
  readonly all: number;
  /** Number of answers other than 200, including the warm-up, and the first one. */
  readonly failures: number;
  readonly failure: string | null;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Index of the first request that was not sent. */
  readonly next: number;
}
