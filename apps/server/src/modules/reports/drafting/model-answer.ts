import { isStorable } from '@simiente/contract/common/text';
import * as z from 'zod';

/** Why a language model gave no text. */
const modelFailures = [
  'unreachable',
  'redirected',
  'rejected',
  'busy',
  'slow',
  'broken',
  'tooLong',
  'declined',
] as const;
export type ModelFailure = (typeof modelFailures)[number];

export class ModelProblem extends Error {
  readonly failure: ModelFailure;
  constructor(failure: ModelFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

/** The text of an answer, and the model's name as its server reports it. */
export interface ModelText {
  readonly text: string;
  readonly model: string | null;
}

interface Bounds {
  /** Bytes of the whole answer. */
  readonly largest: number;
  /** UTF-16 units of its text. */
  readonly longest: number;
  /** Called for each piece that arrives. */
  readonly onBytes: () => void;
}

const part = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
});
const choice = z.object({
  message: part.optional(),
  delta: part.optional(),
  finish_reason: z.string().nullish(),
});
/** Fields of the published format that are read; a server may send more. */
const piece = z.object({
  model: z.string().max(200).nullish(),
  choices: z.array(choice).max(16).optional(),
  error: z.unknown().optional(),
});

/** The answer so far. */
interface Heard {
  text: string;
  model: string | null;
  finish: string | null;
}

/**
 * The text of an answer, whole or streamed as server-sent events, as the server chooses.
 * @throws ModelProblem broken, tooLong, declined
 */
export async function readAnswer(response: Response, bounds: Bounds): Promise<ModelText> {
  const type = response.headers.get('content-type') ?? '';
  const heard: Heard = { text: '', model: null, finish: null };
  if (type.includes('text/event-stream')) {
    for await (const data of readEvents(response, bounds)) {
      if (data === '[DONE]') return accept(heard);
      hear(heard, data, bounds);
    }
    // Some servers end without the mark; a text without a finish reason was cut off.
    return accept(heard);
  }
  if (!type.includes('json')) throw new ModelProblem('broken');
  let body = '';
  for await (const text of readText(response, bounds)) body += text;
  hear(heard, body, bounds);
  return accept(heard);
}

function hear(heard: Heard, data: string, { longest }: Bounds): void {
  const read = piece.safeParse(parse(data));
  if (!read.success || read.data.error != null) throw new ModelProblem('broken');
  heard.model ??= read.data.model ?? null;
  const [first] = read.data.choices ?? [];
  if (first === undefined) return;
  const { content, refusal, tool_calls: tools } = first.message ?? first.delta ?? {};
  if (refusal != null || (tools?.length ?? 0) > 0) throw new ModelProblem('declined');
  heard.text += content ?? '';
  heard.finish = first.finish_reason ?? heard.finish;
  if (heard.text.length > longest) throw new ModelProblem('tooLong');
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ModelProblem('broken', { cause });
  }
}

function accept({ text, model, finish }: Heard): ModelText {
  if (finish === 'length') throw new ModelProblem('tooLong');
  if (finish === 'content_filter') throw new ModelProblem('declined');
  if (finish !== 'stop') throw new ModelProblem('broken');
  if (text.trim() === '') throw new ModelProblem('declined');
  if (!isStorable(text)) throw new ModelProblem('broken');
  return { text, model };
}

async function* readText(response: Response, { largest, onBytes }: Bounds): AsyncGenerator<string> {
  if (response.body === null) throw new ModelProblem('broken');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for await (const bytes of response.body) {
    onBytes();
    size += bytes.length;
    if (size > largest) throw new ModelProblem('tooLong');
    yield decode(() => decoder.decode(bytes, { stream: true }));
  }
  yield decode(() => decoder.decode());
}

function decode(read: () => string): string {
  try {
    return read();
  } catch (cause) {
    throw new ModelProblem('broken', { cause });
  }
}

/** The data of server-sent events, each once it is complete. */
async function* readEvents(response: Response, bounds: Bounds): AsyncGenerator<string> {
  let rest = '';
  for await (const text of readText(response, bounds)) {
    const events = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) yield* parseData(event);
  }
  yield* parseData(rest);
}

/** The data lines of an event. Comments, which servers send to keep a connection alive, have no data. */
function* parseData(event: string): Generator<string> {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n');
}
