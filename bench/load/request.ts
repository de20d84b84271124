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
  /** One connection per user, which waits for each answer. */
  readonly authorizations: readonly string[];
  /** Taken in this order by all connections, beginning at `from`. */
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
  /** Answers other than 200, including the warm-up. */
  readonly failures: number;
  /** The first such answer; null without one. */
  readonly failure: string | null;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Index of the first request that was not sent. */
  readonly next: number;
}
