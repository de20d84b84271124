import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { examTypeLabel, knownExamTypes } from '@simiente/contract/exams';

/** The type of a study: one of those that have a drawing, or any other that is written. */
export function ExamTypeInput(
  props: Pick<AutocompleteProps, 'value' | 'onChange' | 'error' | 'readOnly' | 'label'> & {
    'aria-label'?: string;
    'data-autofocus'?: boolean;
  },
) {
  return (
    <Autocomplete
      {...props}
      data={[...knownTypeLabels]}
      placeholder="Elige o escribe un tipo"
      maxLength={100}
      required
      maxDropdownHeight={240}
      // Over what stands below it, for nobody has asked yet.
      openOnFocus={false}
      // A whole type searches for nothing: the others are what it can be changed to.
      {...(isKnown(props.value) && { filter: ({ options }) => options })}
    />
  );
}

function isKnown(value: string | undefined): boolean {
  return value !== undefined && knownTypeLabels.includes(value);
}

/** How the known types read, to choose from. */
const knownTypeLabels: readonly string[] = [...new Set(knownExamTypes.map(examTypeLabel))].toSorted(
  (one, other) => one.localeCompare(other, 'es'),
);

/** What is stored for what a person chose or wrote: a known type has its own spelling. */
export function examTypeOf(written: string): string {
  const text = written.trim();
  return knownExamTypes.find((type) => examTypeLabel(type) === text) ?? text;
}
