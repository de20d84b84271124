import { Select, type SelectProps, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { SelectOption } from '../status/ToneSelect.tsx';
import classes from './SearchSelect.module.css';

interface SelectSearch<Item> {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly setTyped: (typed: string) => void;
  /** The only match. */
  readonly only: Item | undefined;
  /** Number of results, or the reason for an empty list. */
  readonly summary: string;
}

interface SearchSelectProps<Item> {
  label: string;
  placeholder: string;
  items: readonly Item[];
  toOption: (item: Item) => { value: string; label: string };
  /** Note after the items if the server has more matches. */
  more: string | null;
  value: Item | null;
  error: string | undefined;
  readOnly: boolean;
  /** Whether a dialog opens with the focus here; true by default. */
  takesFocus?: boolean;
  search: SelectSearch<Item>;
  renderItem: (item: Item) => ReactNode;
  onChange: (item: Item) => void;
}

const MAX_SEARCH_LENGTH = 200;

/** Select whose options the server searches by the typed text. */
export function SearchSelect<Item>(props: SearchSelectProps<Item>) {
  const { label, placeholder, items, toOption, more, value, error, readOnly } = props;
  const { search, renderItem, onChange, takesFocus = true } = props;
  const { isOpen, setOpen, setTyped, only, summary } = search;
  const byValue = new Map(items.map((item) => [toOption(item).value, item]));

  /** While the list is open, Enter chooses the only match and never submits the form. */
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
        data-autofocus={takesFocus || undefined}
        searchable
        openOnFocus={false}
        maxLength={MAX_SEARCH_LENGTH}
        data={[
          ...items.map(toOption),
          ...(more === null ? [] : [{ value: '', label: more, disabled: true }]),
        ]}
        // The server has filtered the items, without regard to accents.
        filter={({ options }) => options}
        value={value === null ? null : toOption(value).value}
        allowDeselect={false}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        nothingFoundMessage={summary}
        renderOption={({ option, checked }) => {
          const item = byValue.get(option.value);
          if (!item) return <span className={classes.more}>{option.label}</span>;
          return <SelectOption checked={checked}>{renderItem(item)}</SelectOption>;
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
        onChange={(chosen) => {
          const item = chosen === null ? undefined : byValue.get(chosen);
          if (item) onChange(item);
        }}
      />
      <VisuallyHidden role="status">{isOpen && summary}</VisuallyHidden>
    </div>
  );
}

interface RecordSelectProps<Item> extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  items: readonly Item[] | undefined;
  toOption: (item: Item) => { value: string; label: string };
  /** Label of the option for no record. If undefined, clearing the field chooses no record. */
  noneLabel?: string | undefined;
  value: Item | null;
  typing: Pick<TypedText, 'text' | 'setTyped'>;
  onChange: (item: Item | null) => void;
}

/** The value of the option for no record; ids are never empty. */
const NONE = '';

/** Select of one record or none, whose options the server searches by the typed text. */
export function RecordSelect<Item>(props: RecordSelectProps<Item>) {
  const { items = [], toOption, noneLabel, value, typing, onChange, ...field } = props;
  const chosen = value === null ? null : toOption(value);
  const options = items.map((item) => ({ ...toOption(item), item }));
  const isListed = options.some((option) => option.value === chosen?.value);
  // Without a match, the list is empty and has the message instead.
  const hidesNone = noneLabel !== undefined && typing.text !== '' && items.length === 0;
  return (
    <Select
      searchable
      allowDeselect={noneLabel === undefined}
      {...field}
      data={[
        // Never removed during typing: Mantine replaces the typed text when the chosen option is added again.
        ...(noneLabel === undefined ? [] : [{ value: NONE, label: noneLabel }]),
        // The chosen record stays an option, even without a match: the field shows the label of an option.
        ...(chosen && !isListed ? [chosen] : []),
        ...options.map((option) => (option.value === chosen?.value ? chosen : option)),
      ]}
      value={chosen?.value ?? (noneLabel === undefined ? null : NONE)}
      // The server has filtered the options, without regard to accents.
      filter={({ options: all }) => (hidesNone ? all.slice(1) : all)}
      onSearchChange={typing.setTyped}
      onChange={(id) => onChange(options.find((option) => option.value === id)?.item ?? null)}
    />
  );
}

/** Milliseconds without typing before a request. */
const DEBOUNCE = 250;

/**
 * State of the text typed into a `SearchSelect`.
 * @param chosen the label of the chosen item, which the field shows as its text
 * @returns among others `searched`, the trimmed text, and `text`, the text to send: `searched` after a pause in the
 * typing, but empty immediately
 */
export function useTypedText(chosen: string | undefined) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The label of the chosen option is not a search.
  const searched = typed === chosen ? '' : typed.trim();
  const [debounced] = useDebouncedValue(searched, DEBOUNCE);
  return { isOpen, setOpen, typed, setTyped, searched, text: searched === '' ? '' : debounced };
}

type TypedText = ReturnType<typeof useTypedText>;

interface SearchState {
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** Message without results: 'Sin coincidencias.' */
  readonly none: string;
}

/** Message with the number of results, or the reason for their absence. */
export function describeResults(count: number, { error, isBusy, none }: SearchState): string {
  if (error) return error.message;
  if (isBusy) return 'Buscando…';
  if (count === 0) return none;
  return `${count} ${count === 1 ? 'resultado' : 'resultados'}`;
}
