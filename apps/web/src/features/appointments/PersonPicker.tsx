import { SearchSelect } from '../../ui/form/SearchSelect.tsx';
import type { PersonAvatarProps } from '../../ui/status/PersonAvatar.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
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

/** Chooses one of many people. */
export function PersonPicker({ tone = 'neutral', useSearch, ...field }: PersonPickerProps) {
  const { choices, isPartial, ...search } = usePickerSearch(field.value, useSearch);
  return (
    <SearchSelect
      {...field}
      items={choices}
      optionOf={({ id, name }) => ({ value: id, label: name })}
      more={isPartial ? 'Hay más resultados; escribe para acotar la búsqueda.' : null}
      search={search}
      renderItem={({ name, detail }) => <PersonCell name={name} detail={detail} tone={tone} />}
    />
  );
}
