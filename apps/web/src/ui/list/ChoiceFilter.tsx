import type { Tone } from '../../theme/tokens.ts';
import { FilterButton, FilterGroup } from './FilterButton.tsx';

interface ChoiceFilterProps<Choice extends string> {
  /** The name of the group. */
  label?: string;
  /** The button of no choice. */
  all?: string;
  choices: readonly Choice[];
  nameOf: (choice: Choice) => string;
  toneOf?: (choice: Choice) => Tone;
  /** Null until they are known; none where they are not counted. */
  counts?: Readonly<Record<Choice, number>> | null;
  chosen: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
}

/** 'Todos' and each choice, of which one is pressed, with how many records there are of each. */
export function ChoiceFilter<Choice extends string>(props: ChoiceFilterProps<Choice>) {
  const { label = 'Filtrar por estado', all = 'Todos', choices, nameOf, toneOf } = props;
  const { counts, chosen, onChoose } = props;
  const countOf = (...some: readonly Choice[]) =>
    counts && some.reduce((sum, one) => sum + counts[one], 0);
  return (
    <FilterGroup label={label}>
      <FilterButton
        label={all}
        pressed={chosen === undefined}
        onToggle={() => onChoose(undefined)}
        count={countOf(...choices)}
      />
      {choices.map((choice) => (
        <FilterButton
          key={choice}
          label={nameOf(choice)}
          {...(toneOf && { dot: toneOf(choice) })}
          pressed={chosen === choice}
          onToggle={() => onChoose(choice)}
          count={countOf(choice)}
        />
      ))}
    </FilterGroup>
  );
}
