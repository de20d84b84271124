import { isStorable } from '@simiente/contract/common/text';
import * as z from 'zod';

/** Reasons why a language model gave no text. */
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

interface ReadOptions {
  /** For the whole answer. */
  readonly maxBytes: number;
  /** UTF-16 units of the text. */
  readonly maxLength: number;
  /** Called for each chunk that arrives. */
  readonly onBytes: () => void;
}

const message = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.unknown()).nullish(),
});
const choice = z.object({
  message: message.optional(),
  delta: message.optional(),
  finish_reason: z.string().nullish(),
});
/** A streamed part of an answer, or the whole answer. Other fields are ignored. */
const chunk = z.object({
  model: z.string().max(200).nullish(),
  choices: z.array(choice).max(16).optional(),
  error: z.unknown().optional(),
});

interface PartialAnswer {
  text: string;
  model: string | null;
  finishReason: string | null;
}

/**
 * Reads an answer in one piece, or streamed as server-sent events; the server chooses.
 * @throws ModelProblem broken, tooLong, declined
 */
export async function readAnswer(response: Response, options: ReadOptions): Promise<ModelText> {
  const type = response.headers.get('content-type') ?? '';
  const answer: PartialAnswer = { text: '', model: null, finishReason: null };
  if (type.includes('text/event-stream')) {
    for await (const data of readEvents(response, options)) {
      // Some servers end without this mark, so only the finish reason shows a complete answer.
      if (data === '[DONE]') break;
      addChunk(answer, data, options);
    }
  } else if (type.includes('json')) {
    let body = '';
    for await (const text of readText(response, options)) body += text;
    addChunk(answer, body, options);
  } else {
    throw new ModelProblem('broken');
  }
  return accept(answer);
}

function addChunk(answer: PartialAnswer, data: string, { maxLength }: ReadOptions): void {
  const read = chunk.safeParse(decode(() => JSON.parse(data)));
  if (!read.success || read.data.error != null) throw new ModelProblem('broken');
  answer.model ??= read.data.model ?? null;
  const [first] = read.data.choices ?? [];
  if (first === undefined) return;
  const { content, refusal, tool_calls: tools } = first.message ?? first.delta ?? {};
  if (refusal != null || (tools?.length ?? 0) > 0) throw new ModelProblem('declined');
  answer.text += content ?? '';
  answer.finishReason = first.finish_reason ?? answer.finishReason;
  if (answer.text.length > maxLength) throw new ModelProblem('tooLong');
}

function accept({ text, model, finishReason }: PartialAnswer): ModelText {
  if (finishReason === 'length') throw new ModelProblem('tooLong');
  if (finishReason === 'content_filter') throw new ModelProblem('declined');
  if (finishReason !== 'stop') throw new ModelProblem('broken');
  if (text.trim() === '') throw new ModelProblem('declined');
  if (!isStorable(text)) throw new ModelProblem('broken');
  return { text, model };
}

async function* readText(
  response: Response,
  { maxBytes, onBytes }: ReadOptions,
): AsyncGenerator<string> {
  if (response.body === null) throw new ModelProblem('broken');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for await (const bytes of response.body) {
    onBytes();
    size += bytes.length;
    if (size > maxBytes) throw new ModelProblem('tooLong');
    yield decode(() => decoder.decode(bytes, { stream: true }));
  }
  yield decode(() => decoder.decode());
}

/** @throws ModelProblem broken, if the work throws */
function decode<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new ModelProblem('broken', { cause });
  }
}

async function* readEvents(response: Response, options: ReadOptions): AsyncGenerator<string> {
  let incomplete = '';
  for await (const text of readText(response, options)) {
    const events = (incomplete + text).replaceAll('\r\n', '\n').split('\n\n');
    incomplete = events.pop() ?? '';
    for (const event of events) yield* parseData(event);
  }
  yield* parseData(incomplete);
}

/** The data lines of an event. Comments, which servers send to keep a connection alive, have no data. */
function* parseData(event: string): Generator<string> {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n');
}
