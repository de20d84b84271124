/** A request that is sent again and again. */
export interface Request {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** What a worker is told to do. */
export interface Task {
  readonly url: string;
  /** One a person: each connection sends its own, and waits for an answer before it asks again. */
  readonly authorizations: readonly string[];
  /** Taken in turn by whichever connection is free, from `from` on. */
  readonly requests: readonly Request[];
  readonly from: number;
  /** Milliseconds. Answers of the warm-up are not counted. */
  readonly warmUp: number;
  readonly duration: number;
}

/** What became of it. */
export interface Outcome {
  /** Answers a second. */
  readonly throughput: number;
  readonly answers: number;
  /** With those of the warm-up. */
  readonly all: number;
  /** Answers other than 200, in the warm-up too; the first of them. */
  readonly failures: number;
  readonly failure: string | null;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  /** Of the first request that was not sent. */
  readonly next: number;
}
