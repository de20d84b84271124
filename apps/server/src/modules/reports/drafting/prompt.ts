import { randomUUID } from 'node:crypto';
import type { VersionSentence } from '@simiente/contract/reports/version';
import type { ModelMessage } from './language-model.ts';
import { RULES_OF_FREE_TEXT } from './other-sentences.ts';

/** Version of the instructions; every draft that a model worded names it. */
export const PROMPT_VERSION = 'redaccion-1';

const INSTRUCTIONS = `Redactas para un paciente el resumen de sus resultados de laboratorio, en español de México y de tú.
Recibes las frases de un borrador hecho con reglas y los valores de cada una.
Escribe un solo texto corrido, en párrafos separados por una línea en blanco, claro, amable y sin tecnicismos innecesarios.
Usa solo lo que dicen las frases. No agregues cifras, referencias, diagnósticos, causas, pronósticos ni tratamientos.
Copia cada cifra y cada unidad tal como está. No digas que un valor es normal, anormal, bueno o malo.
No uses Markdown, títulos, listas, saludos ni firmas. No inventes nombres.`;

/** Data that identify a person in a text, and therefore go to no other system. */
export interface Identity {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly curp: string | null;
  readonly street: string | null;
  readonly emergencyName: string | null;
  readonly emergencyPhone: string | null;
}

const SHORTEST_NAME = 3;
/** Particles of many names and most sentences. */
const PARTICLES: readonly string[] = ['del', 'las', 'los'];
/** The last digits of a phone, without its country, by which it is recognized. */
const PHONE_DIGITS = 7;

const folded = (text: string) =>
  text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '');

const splitWords = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** One telling word of a name, or all of it where its words are short. */
function hasName(words: readonly string[], name: string): boolean {
  const ofName = splitWords(name);
  const telling = ofName.filter(
    (word) => word.length >= SHORTEST_NAME && !PARTICLES.includes(word),
  );
  if (telling.some((word) => words.includes(word))) return true;
  return ofName.length > 0 && ` ${words.join(' ')} `.includes(` ${ofName.join(' ')} `);
}

function hasPhone(digits: string, phone: string): boolean {
  const own = phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS);
  return own.length === PHONE_DIGITS && digits.includes(own);
}

/** Whether a text has a word of a name, an address or a number of the patient, or of whom they named. */
function namesPerson(text: string, person: Identity): boolean {
  const { name, email, phone, curp, street, emergencyName, emergencyPhone } = person;
  const words = splitWords(text);
  const whole = folded(text);
  const digits = text.replaceAll(/\D/g, '');
  const given = (value: string | null): value is string => value !== null && value.trim() !== '';
  return (
    [name, emergencyName].filter(given).some((one) => hasName(words, one)) ||
    [email, curp, street].filter(given).some((one) => whole.includes(folded(one.trim()))) ||
    [phone, emergencyPhone].filter(given).some((one) => hasPhone(digits, one))
  );
}

/** Request to the model, stored with its answer. */
export interface ModelRequest {
  /** Random id of this request: no id of ours leaves. */
  readonly caso: string;
  readonly frases: readonly { readonly frase: string; readonly valores: readonly string[] }[];
}

/**
 * The sentences of a draft by rules as a model gets them. Texts that a laboratory wrote stay here, as they may name
 * the patient, and so does any other sentence that does.
 */
export function toModelRequest(
  sentences: readonly VersionSentence[],
  identity: Identity,
): ModelRequest {
  const frases = sentences
    .filter(({ facts }) => facts !== undefined && !RULES_OF_FREE_TEXT.includes(facts.rule))
    .map(({ text, facts }) => ({ frase: text.trim(), valores: facts?.values ?? [] }))
    .filter(({ frase, valores }) => !namesPerson([frase, ...valores].join(' '), identity));
  return { caso: `caso-${randomUUID()}`, frases };
}

export function toMessages(request: ModelRequest): ModelMessage[] {
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: JSON.stringify(request) },
  ];
}
