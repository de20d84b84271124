import { isStorable } from '@simiente/contract/common/text';
import type { Logger } from 'pino';
import * as z from 'zod';

/** Why a language model gave no text, for users. */
export const modelFailures = {
  unreachable: 'El servidor del modelo no responde. Inténtalo más tarde.',
  redirected:
    'El servidor del modelo redirigió la solicitud a otra dirección y no se le envió nada. Avisa al operador del servidor.',
  rejected:
    'El servidor del modelo rechazó la solicitud. Avisa al operador del servidor: puede ser la llave o el nombre del modelo.',
  busy: 'El servidor del modelo está ocupado. Inténtalo en unos minutos.',
  slow: 'El modelo tardó demasiado. Inténtalo más tarde.',
  broken: 'La respuesta del modelo llegó incompleta o no se pudo leer. Inténtalo de nuevo.',
  tooLong: 'El modelo escribió más de lo que cabe en un informe. Inténtalo de nuevo.',
  declined: 'El modelo se negó a redactarlo.',
} as const;
export type ModelFailure = keyof typeof modelFailures;

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

/** A language model with OpenAI's chat API, which the operator configures. */
export interface LanguageModelSettings {
  /** Base URL, without '/chat/completions'. */
  readonly url: string;
  readonly model: string;
  /** Null for a server without keys. */
  readonly key: string | null;
}

/** Milliseconds for the whole answer. */
export const MODEL_TIMEOUT = 60_000;

/** Maximum UTF-16 units: several times the length of a rule-based draft. */
export const MAX_MODEL_TEXT_LENGTH = 20_000;
/** Bytes, including the JSON around the text. */
const MAX_ANSWER_SIZE = 2 * 1024 * 1024;
/** Several times the tokens of a rule-based draft. */
const MAX_TOKENS = 4000;

export interface LanguageModel {
  readonly name: string;
  /** @throws ModelProblem */
  write(messages: readonly { role: 'system' | 'user'; content: string }[]): Promise<ModelText>;
}

export function createLanguageModel(
  { url, model, key }: LanguageModelSettings,
  log: Logger,
  timeout = MODEL_TIMEOUT,
): LanguageModel {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  return {
    name: model,
    async write(messages) {
      const signal = AbortSignal.timeout(timeout);
      try {
        const response = await fetch(address, {
          method: 'POST',
          // Only the configured address may get values of a patient.
          redirect: 'manual',
          signal,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(key !== null && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({ model, messages, temperature: 0.2, max_tokens: MAX_TOKENS }),
        });
        rejectStatus(response.status);
        return readAnswer(await readBody(response));
      } catch (cause) {
        const problem = toProblem(cause, signal);
        // Request and answer are not logged, because both are about a patient.
        log.warn({ failure: problem.failure }, 'no text of the language model');
        throw problem;
      }
    },
  };
}

async function readBody({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of body ?? []) {
    size += bytes.length;
    if (size > MAX_ANSWER_SIZE) throw new ModelProblem('tooLong');
    chunks.push(bytes);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** Other fields are ignored. */
const answer = z.object({
  model: z.string().max(200).nullish(),
  choices: z.tuple(
    [
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
});

/** @throws ModelProblem tooLong, declined, broken */
function readAnswer(body: string): ModelText {
  const { model = null, choices } = answer.parse(JSON.parse(body));
  const [{ message, finish_reason: reason }] = choices;
  const text = message.content ?? '';
  if (reason === 'length' || text.length > MAX_MODEL_TEXT_LENGTH) throw new ModelProblem('tooLong');
  const isDeclined =
    reason === 'content_filter' || message.refusal != null || message.tool_calls?.length;
  if (isDeclined || (reason === 'stop' && text.trim() === '')) throw new ModelProblem('declined');
  if (reason !== 'stop' || !isStorable(text)) throw new ModelProblem('broken');
  return { text, model };
}

function rejectStatus(status: number): void {
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
