import type { PatientRecord } from '@simiente/contract/patient-record/calls';
import {
  choiceLabel,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import { laboratoryFlagWords } from '@simiente/contract/results/range';
import {
  correctionWords,
  NO_SECOND_READING,
  resultStatusNames,
} from '@simiente/contract/results/states';
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
  const number = value.value === null ? null : `${value.comparator ?? ''} ${value.value}`.trim();
  const choice =
    value.choice !== null && value.analyte !== null && isAnalyteKey(value.analyte)
      ? choiceLabel(value.analyte, value.choice)
      : value.choice;
  const text = [number, unitLabel(value.unit), choice, value.text].filter(Boolean).join(' ');
  const range = value.range === null ? '' : ` (${value.range})`;
  const states = [
    ...(value.laboratoryFlag === null ? [] : [laboratoryFlagWords(value.laboratoryFlag)]),
    ...(value.preliminary ? ['preliminar'] : []),
    ...(value.withdrawn ? ['retirado'] : []),
  ];
  return escapeHtml([`${text}${range}`, ...states].join(', '));
}

export function readableResult(
  { exams }: PatientRecord,
  result: RecordResult,
  at: (instant: string | null) => string | null,
  day: (instant: string | null) => string | null,
): string {
  const type = exams.find(({ id }) => id === result.exam)?.type ?? '';
  const replaced = new Set(result.values.map(({ replaces }) => replaces));
  const name = ({ analyte, name }: RecordResult['values'][number]) =>
    [analyte !== null && isAnalyteKey(analyte) ? getAnalyte(analyte).label : analyte, name]
      .filter(Boolean)
      .join(', ');
  return `<h3>${escapeHtml(type.replaceAll('_', ' '))}</h3>${facts(
    ['Toma', (result.collectedTimeKnown ? at : day)(result.collectedAt)],
    ['Laboratorio', plain(result.laboratory?.name ?? null)],
    ['Método', plain(result.method)],
    ['Días de abstinencia', plain(result.abstinenceDays)],
    [
      'Estado',
      [resultStatusNames[result.status], result.lacksSecondReading && NO_SECOND_READING]
        .filter(Boolean)
        .join(', '),
    ],
    ...result.values
      .filter(({ id }) => !replaced.has(id))
      .map((value) => [escapeHtml(name(value)), readableValue(value)] as const),
    ...result.corrections.map(
      ({ at: when, kind, reason }) =>
        [`${correctionWords[kind]} el ${at(when)}`, escapeHtml(reason)] as const,
    ),
  )}`;
}
