import { Select, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { PersonAvatarProps } from '../../ui/status/PersonAvatar.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import classes from './PersonPicker.module.css';

/** Somebody who can be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** What tells them from others of the same name. */
  readonly detail?: string | undefined;
}

/** What a search for people found. */
export interface Found {
  readonly choices: readonly Choice[];
  /** There are more than these. */
  readonly isPartial: boolean;
}

export interface PersonSearch {
  readonly data: Found | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

interface PersonPickerProps {
  label: string;
  placeholder: string;
  tone?: PersonAvatarProps['tone'];
  value: Choice | null;
  error: string | undefined;
  readOnly: boolean;
  /** Asks the server for those who match; without a need for an answer it does not ask. */
  useSearch: (text: string, isNeeded: boolean) => PersonSearch;
  onChange: (choice: Choice) => void;
}

const MORE = { value: '', label: 'Hay más: escribe para encontrarlos.', disabled: true };
/** Milliseconds of rest in the typing after which the server is asked. */
const PAUSE = 250;
const LONGEST_SEARCH = 200;

/** Chooses one of many people, whom the server looks for by what is typed. */
export function PersonPicker(props: PersonPickerProps) {
  const { label, placeholder, tone, value, error, readOnly, useSearch, onChange } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field says who was chosen; that is no search for others.
  const wanted = typed === value?.name ? '' : typed.trim();
  const [text] = useDebouncedValue(wanted, PAUSE);
  const { data, error: failure, isFetching } = useSearch(text, isOpen);
  const found = data?.choices ?? [];
  const choices =
    value && text === '' && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const state = saidOf({ found, failure, isBusy: isFetching || text !== wanted });

  return (
    <div>
      <Select
        label={label}
        placeholder={placeholder}
        required
        withAsterisk={false}
        data-autofocus
        searchable
        openOnFocus={false}
        maxLength={LONGEST_SEARCH}
        data={[
          ...choices.map(({ id, name }) => ({ value: id, label: name })),
          ...(data?.isPartial ? [MORE] : []),
        ]}
        filter={({ options }) => options}
        value={value?.id ?? null}
        allowDeselect={false}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        nothingFoundMessage={state}
        renderOption={({ option, checked }) => {
          const choice = byId.get(option.value);
          if (!choice) return <span className={classes.more}>{option.label}</span>;
          return (
            <span className={classes.option}>
              <PersonCell
                name={choice.name}
                detail={choice.detail}
                {...(tone !== undefined && { tone })}
              />
              {checked && (
                <IconCheck className={classes.check} size={16} stroke={1.7} aria-hidden />
              )}
            </span>
          );
        }}
        withScrollArea={false}
        classNames={{ dropdown: classes.dropdown }}
        comboboxProps={{ withinPortal: false }}
        error={error}
        readOnly={readOnly}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onSearchChange={setTyped}
        onChange={(id) => {
          const choice = id === null ? undefined : byId.get(id);
          if (choice) onChange(choice);
        }}
      />
      <VisuallyHidden role="status">{isOpen && state}</VisuallyHidden>
    </div>
  );
}

function saidOf({
  found,
  failure,
  isBusy,
}: {
  found: readonly Choice[];
  failure: Error | null;
  isBusy: boolean;
}): string {
  if (failure) return failure.message;
  if (isBusy) return 'Buscando...';
  if (found.length === 0) return 'Nadie coincide con lo que escribiste.';
  return `${found.length} ${found.length === 1 ? 'resultado' : 'resultados'}`;
}
