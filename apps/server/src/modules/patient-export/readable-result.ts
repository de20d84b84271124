import { laboratoryFlagWords } from '@simiente/contract/results/range';
import { correctionWords, describeState } from '@simiente/contract/results/states';
import { describeWithUnit, formatValueName } from '@simiente/contract/results/words';
import { Html, html, type Part } from '../../platform/pages/html.ts';
import type { PatientRecord } from './collect.ts';

export type Fact = readonly [label: string, value: Part];

/** A description list of the facts that have a value. */
export function facts(...all: readonly Fact[]): Html {
  const filled = all.filter(([, value]) => html`${value}`.text !== '');
  return html`<dl>${filled.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

export function section(title: string, items: readonly Html[]): Html {
  const articles = items.map((item) => html`<article>${item}</article>`);
  const body = items.length === 0 ? html`<p>No hay.</p>` : joinHtml(articles, '\n');
  return html`<h2>${title}</h2>\n${body}`;
}

export const joinHtml = (parts: readonly Html[], separator: string) =>
  new Html(parts.map(({ text }) => text).join(separator));

export const lines = (parts: readonly Part[]) =>
  joinHtml(
    parts.map((part) => html`${part}`),
    '<br>',
  );

type RecordResult = PatientRecord['results'][number];

/** '14 ×10⁶/mL (≥ 16)', with the laboratory's flag, and a mark on preliminary and withdrawn values. */
function readableValue(value: RecordResult['values'][number]): string {
  const range = value.range === null ? '' : ` (${value.range})`;
  const states = [
    ...(value.withdrawn || value.laboratoryFlag === null
      ? []
      : [laboratoryFlagWords(value.laboratoryFlag)]),
    ...(value.preliminary ? ['preliminar'] : []),
    ...(value.withdrawn ? ['retirado'] : []),
  ];
  return [`${describeWithUnit(value)}${range}`, ...states].join(', ');
}

export function readableResult(
  { exams }: PatientRecord,
  result: RecordResult,
  at: (instant: string | null) => string | null,
  day: (instant: string | null) => string | null,
): Html {
  const type = exams.find(({ id }) => id === result.exam)?.type ?? '';
  const replaced = new Set(result.values.map(({ replaces }) => replaces));
  const current = result.values.filter(({ id }) => !replaced.has(id));
  const isPreliminary = current.some(({ preliminary, withdrawn }) => preliminary && !withdrawn);
  const isHeld = result.laterReceived.some(({ state }) => state === 'waiting');
  return html`<h3>${type.replaceAll('_', ' ')}</h3>${facts(
    ['Toma', (result.collectedTimeKnown ? at : day)(result.collectedAt)],
    ['Laboratorio', result.laboratory?.name ?? null],
    ['Método', result.method],
    ['Días de abstinencia', result.abstinenceDays],
    ['Estado', describeState({ ...result, isPreliminary, isHeld })],
    ...current.map((value) => [formatValueName(value), readableValue(value)] as const),
    ...result.corrections.map(
      ({ at: when, kind, reason }) => [`${correctionWords[kind]} el ${at(when)}`, reason] as const,
    ),
  )}`;
}
