import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import type { Exam } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { findStudyName } from '@simiente/contract/results/analytes/study-names';
import { hasEveryWord } from '../../lib/fold.ts';
import { DateField, type DateFieldProps } from '../../ui/dates/DateField.tsx';
import { useClinicTimeZone } from '../session/public.ts';

/** Field for the type of an exam: an offered one, or free text. */
export function ExamTypeInput(
  props: Pick<AutocompleteProps, 'value' | 'onChange' | 'error' | 'readOnly' | 'label'> & {
    'aria-label'?: string;
    'data-autofocus'?: boolean;
  },
) {
  return (
    <Autocomplete
      {...props}
      data={[...offeredLabels]}
      description={describeMatch(props.value)}
      placeholder="Elige o escribe un tipo"
      maxLength={100}
      required
      maxDropdownHeight={240}
      // The list would cover the fields below before the user asks for it.
      openOnFocus={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // After a complete offered type, all types are offered again.
      {...(isOffered(props.value) && { filter: ({ options }) => options })}
    />
  );
}

/** Text such as 'Se entiende como Seminograma', for another spelling of a known study. */
function describeMatch(value: string | undefined) {
  const study = value === undefined || isOffered(value.trim()) ? null : findStudyName(value);
  return study && `Se entiende como ${examTypeLabel(study)}`;
}

function isOffered(value: string | undefined): boolean {
  return value !== undefined && offeredLabels.includes(value);
}

const offeredLabels: readonly string[] = [...new Set(offeredExamTypes.map(examTypeLabel))].toSorted(
  (first, second) => first.localeCompare(second, 'es'),
);

/** The longest known type whose words are all in the name of a file; empty without a match. */
export function suggestType(fileName: string): string {
  const words = fileName.replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  const [longest = ''] = offeredLabels
    .filter((label) => hasEveryWord(words, label))
    .toSorted((first, second) => second.length - first.length);
  return longest;
}

/** Name with date, such as 'Seminograma, 18 nov 2026', which distinguishes two exams of a type. */
export function nameWithDate({ examType, examDate }: Exam): string {
  const name = examTypeLabel(examType);
  return examDate === null ? name : `${name}, ${describeCalendarDay(examDate)}`;
}

/** The stored type for a chosen or typed label: known types have codes, others are stored as typed. */
export function toExamType(typed: string): string {
  const text = typed.trim();
  return (
    offeredExamTypes.find((type) => examTypeLabel(type) === text) ?? findStudyName(text) ?? text
  );
}

export function ExamDateInput(props: DateFieldProps) {
  const timeZone = useClinicTimeZone();
  return <DateField {...props} max={dayIn(timeZone, new Date())} />;
}
