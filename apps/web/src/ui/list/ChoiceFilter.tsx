import type { Tone } from '../../theme/tokens.ts';
import { FilterButton, FilterGroup } from './FilterButton.tsx';

interface ChoiceFilterProps<Choice extends string> {
  /** The name of the group. */
  label?: string;
  /** The button of no choice. */
  all?: string;
  choices: readonly Choice[];
  getName: (choice: Choice) => string;
  getTone?: (choice: Choice) => Tone;
  /** Null until they are known; none where they are not counted. */
  counts?: Readonly<Record<Choice, number>> | null;
  chosen: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
}

/** 'Todos' and each choice, of which one is pressed, with how many records there are of each. */
export function ChoiceFilter<Choice extends string>(props: ChoiceFilterProps<Choice>) {
  const { label = 'Filtrar por estado', all = 'Todos', choices, getName, getTone } = props;
  const { counts, chosen, onChoose } = props;
  const sumCounts = (...some: readonly Choice[]) =>
    counts && some.reduce((sum, one) => sum + counts[one], 0);
  return (
    <FilterGroup label={label}>
      <FilterButton
        label={all}
        pressed={chosen === undefined}
        onToggle={() => onChoose(undefined)}
        count={sumCounts(...choices)}
      />
      {choices.map((choice) => (
        <FilterButton
          key={choice}
          label={getName(choice)}
          {...(getTone && { dot: getTone(choice) })}
          pressed={chosen === choice}
          onToggle={() => onChoose(choice)}
          count={sumCounts(choice)}
        />
      ))}
    </FilterGroup>
  );
}
