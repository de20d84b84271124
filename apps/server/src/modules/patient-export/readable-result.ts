import type { PatientRecord } from '@simiente/contract/patient-record/calls';
import { laboratoryFlagWords } from '@simiente/contract/results/range';
import { correctionWords, describeState } from '@simiente/contract/results/states';
import { describeWithUnit, formatValueName } from '@simiente/contract/results/words';
import { escapeHtml } from '../../platform/pages/html.ts';

export type Fact = readonly [label: string, value: string | null];

/** A list of terms, without those without a value. Values are HTML. */
export function facts(...all: readonly Fact[]): string {
  const filled = all.filter(([, value]) => value !== null && value !== '');
  return `<dl>${filled.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`;
}

export function section(title: string, items: readonly string[]): string {
  const body =
    items.length === 0
      ? '<p>No hay.</p>'
      : items.map((item) => `<article>${item}</article>`).join('\n');
  return `<h2>${title}</h2>\n${body}`;
}

export const plain = (text: string | null): string | null =>
  text === null ? null : escapeHtml(text);

type RecordResult = PatientRecord['results'][number];

/** '14 ×10⁶/mL (≥ 16)', with a mark on preliminary and withdrawn values. */
function readableValue(value: RecordResult['values'][number]): string {
  const range = value.range === null ? '' : ` (${value.range})`;
  const states = [
    ...(value.withdrawn || value.laboratoryFlag === null
      ? []
      : [laboratoryFlagWords(value.laboratoryFlag)]),
    ...(value.preliminary ? ['preliminar'] : []),
    ...(value.withdrawn ? ['retirado'] : []),
  ];
  return escapeHtml([`${describeWithUnit(value)}${range}`, ...states].join(', '));
}

export function readableResult(
  { exams }: PatientRecord,
  result: RecordResult,
  at: (instant: string | null) => string | null,
  day: (instant: string | null) => string | null,
): string {
  const type = exams.find(({ id }) => id === result.exam)?.type ?? '';
  const replaced = new Set(result.values.map(({ replaces }) => replaces));
  const current = result.values.filter(({ id }) => !replaced.has(id));
  const isPreliminary = current.some(({ preliminary, withdrawn }) => preliminary && !withdrawn);
  const isHeld = result.laterReceived.some(({ state }) => state === 'waiting');
  return `<h3>${escapeHtml(type.replaceAll('_', ' '))}</h3>${facts(
    ['Toma', (result.collectedTimeKnown ? at : day)(result.collectedAt)],
    ['Laboratorio', plain(result.laboratory?.name ?? null)],
    ['Método', plain(result.method)],
    ['Días de abstinencia', plain(result.abstinenceDays)],
    ['Estado', describeState({ ...result, isPreliminary, isHeld })],
    ...current.map((value) => [escapeHtml(formatValueName(value)), readableValue(value)] as const),
    ...result.corrections.map(
      ({ at: when, kind, reason }) =>
        [`${correctionWords[kind]} el ${at(when)}`, escapeHtml(reason)] as const,
    ),
  )}`;
}
