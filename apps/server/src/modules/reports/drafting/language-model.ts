import type { Logger } from 'pino';
import { ModelProblem, type ModelText, readAnswer } from './model-answer.ts';

/** A language model that the operator configures, with OpenAI's chat API. */
export interface LanguageModelSettings {
  /** The base of its addresses, such as of '/chat/completions'. */
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
  /** Limit for the whole answer, because a user waits. */
  readonly whole: number;
  /** Milliseconds without a byte. */
  readonly stall: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = { whole: 60_000, stall: 15_000 };

/** UTF-16 units: several times the length of a draft by rules. */
export const LONGEST_MODEL_TEXT = 20_000;
/** Maximum bytes of an answer, including everything around its text. */
const LARGEST_ANSWER = 2 * 1024 * 1024;
/** More than the longest text that is accepted has. */
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
          // A redirect is not followed: only the configured address may get values of a patient.
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
          largest: LARGEST_ANSWER,
          longest: LONGEST_MODEL_TEXT,
          onBytes: () => stall.refresh(),
        });
      } catch (cause) {
        const problem = explain(cause, signal);
        // Neither request nor answer is logged, because both are about a patient.
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

function explain(cause: unknown, signal: AbortSignal): ModelProblem {
  if (cause instanceof ModelProblem) return cause;
  if (signal.aborted) return new ModelProblem('slow');
  // 'fetch failed' means that no connection was made; one that broke later is `broken`.
  const isUnreachable = cause instanceof TypeError && cause.message === 'fetch failed';
  return new ModelProblem(isUnreachable ? 'unreachable' : 'broken', { cause });
}
