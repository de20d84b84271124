import type { Logger } from 'pino';
import { ModelProblem, type ModelText, readAnswer } from './model-answer.ts';

/** A language model with OpenAI's chat API, which the operator configures. */
export interface LanguageModelSettings {
  /** Base URL, without '/chat/completions'. */
  readonly url: string;
  readonly model: string;
  /** Null for a server without keys. */
  readonly key: string | null;
}

export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** Milliseconds. */
interface ModelTimeouts {
  /** For the whole answer. */
  readonly whole: number;
  /** Without a byte. */
  readonly stall: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = { whole: 60_000, stall: 15_000 };

/** Maximum UTF-16 units: several times the length of a rule-based draft. */
export const LONGEST_MODEL_TEXT = 20_000;
/** Bytes, including the JSON around the text. */
const LARGEST_ANSWER = 2 * 1024 * 1024;
/** More than the longest accepted text needs. */
const MOST_TOKENS = 4000;

export interface LanguageModel {
  readonly name: string;
  /** @throws ModelProblem */
  write(messages: readonly ModelMessage[]): Promise<ModelText>;
}

export function createLanguageModel(
  { url, model, key }: LanguageModelSettings,
  log: Logger,
  timeouts = MODEL_TIMEOUTS,
): LanguageModel {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  return {
    name: model,
    async write(messages) {
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeouts.whole)]);
      const stall = setTimeout(() => stop.abort(), timeouts.stall);
      try {
        const response = await fetch(address, {
          method: 'POST',
          // Only the configured address may get values of a patient.
          redirect: 'manual',
          signal,
          headers: {
            'content-type': 'application/json',
            accept: 'text/event-stream, application/json',
            ...(key !== null && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({
            model,
            messages,
            stream: true,
            temperature: 0.2,
            max_tokens: MOST_TOKENS,
          }),
        });
        refuseStatus(response.status);
        return await readAnswer(response, {
          maxBytes: LARGEST_ANSWER,
          maxLength: LONGEST_MODEL_TEXT,
          onBytes: () => stall.refresh(),
        });
      } catch (cause) {
        const problem = toProblem(cause, signal);
        // Request and answer are not logged, because both are about a patient.
        log.warn({ failure: problem.failure }, 'no text of the language model');
        throw problem;
      } finally {
        clearTimeout(stall);
        stop.abort();
      }
    },
  };
}

function refuseStatus(status: number): void {
  if (status === 200) return;
  if (status >= 300 && status < 400) throw new ModelProblem('redirected');
  if (status === 429 || status === 503) throw new ModelProblem('busy');
  throw new ModelProblem(status >= 400 && status < 500 ? 'rejected' : 'broken');
}

function toProblem(cause: unknown, signal: AbortSignal): ModelProblem {
  if (cause instanceof ModelProblem) return cause;
  if (signal.aborted) return new ModelProblem('slow');
  // Without a connection fetch rejects with this message; a connection that breaks later is `broken`.
  const isUnreachable = cause instanceof TypeError && cause.message === 'fetch failed';
  return new ModelProblem(isUnreachable ? 'unreachable' : 'broken', { cause });
}
