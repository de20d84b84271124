import { Select, VisuallyHidden } from '@mantine/core';
import type { OrderBranch } from '@simiente/contract/exam-orders';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './BranchPicker.module.css';
import { useBranchSearch } from './use-branch-search.ts';
import { describePlace } from './words.ts';

interface BranchPickerProps {
  value: OrderBranch | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (branch: OrderBranch) => void;
}

const MORE = { value: '', label: 'Hay más: escribe para encontrarlas.', disabled: true };
const LONGEST_SEARCH = 200;

const labelOf = (branch: OrderBranch) => describePlace({ partner: branch.partner, branch });

/** Chooses one of the branches of all partners, which the server looks for by what is typed. */
export function BranchPicker({ value, error, readOnly, onChange }: BranchPickerProps) {
  const search = useBranchSearch(value === null ? null : labelOf(value));
  const { isOpen, setOpen, found, only, said } = search;
  // What is chosen stays an option, whatever the search has found since.
  const isMissing = value !== null && !found.some(({ idBranch }) => idBranch === value.idBranch);
  const branches = isMissing ? [value, ...found] : found;
  const byId = new Map(branches.map((branch) => [branch.idBranch, branch]));

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
        label="Sucursal"
        placeholder="Partner, sucursal, estado o dirección"
        required
        withAsterisk={false}
        data-autofocus
        searchable
        openOnFocus={false}
        maxLength={LONGEST_SEARCH}
        data={[
          ...branches.map((branch) => ({ value: branch.idBranch, label: labelOf(branch) })),
          ...(search.more ? [MORE] : []),
        ]}
        // The server has searched, without regard to accents.
        filter={({ options }) => options}
        value={value?.idBranch ?? null}
        allowDeselect={false}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        nothingFoundMessage={said}
        renderOption={({ option, checked }) => {
          const branch = byId.get(option.value);
          if (!branch) return <span className={classes.more}>{option.label}</span>;
          return <BranchOption branch={branch} checked={checked ?? false} />;
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
        onSearchChange={search.setTyped}
        onChange={(id) => {
          const branch = id === null ? undefined : byId.get(id);
          if (branch) onChange(branch);
        }}
      />
      <VisuallyHidden role="status">{isOpen && said}</VisuallyHidden>
    </div>
  );
}

function BranchOption({ branch, checked }: { branch: OrderBranch; checked: boolean }) {
  const { name, partner, state, address, exams } = branch;
  const where = [address, state].filter(Boolean).join(' · ');
  const count = `${exams.length} ${exams.length === 1 ? 'estudio' : 'estudios'}`;
  return (
    <span className={classes.option}>
      <span className={classes.words}>
        <span className={classes.name}>
          {partner.name} <span className={classes.branch}>· {name}</span>
        </span>
        <span className={classes.where}>
          {exams.length === 0 ? 'Sin estudios' : count}
          {where && ` · ${where}`}
        </span>
      </span>
      {checked && <IconCheck className={classes.check} size={16} stroke={1.7} aria-hidden />}
    </span>
  );
}
