import { Select, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { PersonAvatarProps } from '../../ui/status/PersonAvatar.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import classes from './PersonPicker.module.css';
import { type Choice, type UsePersonSearch, usePickerSearch } from './use-picker-search.ts';

interface PersonPickerProps {
  label: string;
  placeholder: string;
  tone?: NonNullable<PersonAvatarProps['tone']>;
  value: Choice | null;
  error: string | undefined;
  readOnly: boolean;
  useSearch: UsePersonSearch;
  onChange: (choice: Choice) => void;
}

const MORE = { value: '', label: 'Hay más: escribe para encontrarlos.', disabled: true };
const LONGEST_SEARCH = 200;

/** Chooses one of many people, whom the server looks for by what is typed. */
export function PersonPicker(props: PersonPickerProps) {
  const {
    label,
    placeholder,
    tone = 'neutral',
    value,
    error,
    readOnly,
    useSearch,
    onChange,
  } = props;
  const { isOpen, setOpen, setTyped, choices, isPartial, only, said } = usePickerSearch(
    value,
    useSearch,
  );
  const byId = new Map(choices.map((choice) => [choice.id, choice]));

  /** Enter is about the list while it is open: it chooses, and never sends the form. */
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !isOpen) return;
    event.preventDefault();
    if (!only) return;
    onChange(only);
    setOpen(false);
  }

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
          ...(isPartial ? [MORE] : []),
        ]}
        filter={({ options }) => options}
        value={value?.id ?? null}
        allowDeselect={false}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        nothingFoundMessage={said}
        renderOption={({ option, checked }) => {
          const choice = byId.get(option.value);
          if (!choice) return <span className={classes.more}>{option.label}</span>;
          return <Option choice={choice} tone={tone} checked={checked ?? false} />;
        }}
        withScrollArea={false}
        classNames={{ dropdown: classes.dropdown }}
        comboboxProps={{ withinPortal: false }}
        error={error}
        readOnly={readOnly}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onKeyDown={handleKey}
        onSearchChange={setTyped}
        onChange={(id) => {
          const choice = id === null ? undefined : byId.get(id);
          if (choice) onChange(choice);
        }}
      />
      <VisuallyHidden role="status">{isOpen && said}</VisuallyHidden>
    </div>
  );
}

interface OptionProps {
  choice: Choice;
  tone: NonNullable<PersonAvatarProps['tone']>;
  checked: boolean;
}

function Option({ choice: { name, detail }, tone, checked }: OptionProps) {
  return (
    <span className={classes.option}>
      <PersonCell name={name} detail={detail} tone={tone} />
      {checked && <IconCheck className={classes.check} size={16} stroke={1.7} aria-hidden />}
    </span>
  );
}
