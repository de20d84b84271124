import { randomUUID } from 'node:crypto';
import type { VersionSentence } from '@simiente/contract/reports/calls';
import type { ModelMessage } from './language-model.ts';
import { FREE_TEXT_RULE } from './other-sentences.ts';

/** Of the instructions; every draft that a model worded names it. */
export const PROMPT_VERSION = 'redaccion-1';

const INSTRUCTIONS = `Redactas para un paciente el resumen de sus resultados de laboratorio, en español de México y de tú.
Recibes las frases de un borrador hecho con reglas y los valores de cada una.
Escribe un solo texto corrido, en párrafos separados por una línea en blanco, claro, amable y sin tecnicismos innecesarios.
Usa solo lo que dicen las frases. No agregues cifras, referencias, diagnósticos, causas, pronósticos ni tratamientos.
Copia cada cifra y cada unidad tal como está. No digas que un valor es normal, anormal, bueno o malo.
No uses Markdown, títulos, listas, saludos ni firmas. No inventes nombres.`;

/** What stands for a person in a text: it goes to no other system. */
export interface Identity {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

const SHORTEST_NAME = 3;
/** Digits of a phone that name it, without its country. */
const PHONE_DIGITS = 7;

const folded = (text: string) =>
  text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Whether a text has a word of the name, the address or the number of somebody. */
function namesPerson(text: string, { name, email, phone }: Identity): boolean {
  const words = new Set(folded(text).split(/[^\p{L}\p{N}]+/u));
  const ofName = folded(name).split(/[^\p{L}\p{N}]+/u);
  if (ofName.some((word) => word.length >= SHORTEST_NAME && words.has(word))) return true;
  if (email !== null && email !== '' && folded(text).includes(folded(email))) return true;
  const digits = (phone ?? '').replaceAll(/\D/g, '').slice(-PHONE_DIGITS);
  return digits.length === PHONE_DIGITS && text.replaceAll(/\D/g, '').includes(digits);
}

/** What is sent of a draft, and kept with what came back. */
export interface ModelRequest {
  /** Of this request alone: no id of ours leaves. */
  readonly caso: string;
  readonly frases: readonly { readonly frase: string; readonly valores: readonly string[] }[];
}

/**
 * The sentences of a draft by rules as a model gets them. Texts that a laboratory wrote stay here, as they may name
 * the patient, and so does any other sentence that does.
 */
export function requestOf(sentences: readonly VersionSentence[], identity: Identity): ModelRequest {
  const frases = sentences
    .filter(({ facts }) => facts !== undefined && facts.rule !== FREE_TEXT_RULE)
    .map(({ text, facts }) => ({ frase: text.trim(), valores: facts?.values ?? [] }))
    .filter(({ frase, valores }) => !namesPerson([frase, ...valores].join(' '), identity));
  return { caso: `caso-${randomUUID()}`, frases };
}

export function messagesOf(request: ModelRequest): ModelMessage[] {
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: JSON.stringify(request) },
  ];
}
