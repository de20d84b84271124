import { Select } from '@mantine/core';
import { type ProspectGroup, prospectGroups } from '@simiente/contract/prospects/filters';
import { IconLayoutKanban, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ViewSwitch } from '../../../ui/list/ViewSwitch.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { SelectOption } from '../../../ui/status/ToneSelect.tsx';
import type { ListView } from '../../records/public.ts';
import { groupStyles } from '../prospect-status.tsx';
import type { ProspectsSearch } from '../prospects-search.ts';
import classes from './ProspectsToolbar.module.css';

const views = [
  { value: 'tabla', label: 'Tabla', icon: IconTable },
  { value: 'tablero', label: 'Tablero', icon: IconLayoutKanban },
] as const;

interface ProspectsToolbarProps {
  view: ListView<ProspectsSearch>;
  children: ReactNode;
}

export function ProspectsToolbar({ view, children }: ProspectsToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.left}>{children}</div>
      <ViewSwitch
        label="Vista"
        views={views}
        value={view.search.vista}
        onChange={(vista) => view.change({ vista })}
      />
    </div>
  );
}

const ALL = 'all';
const options = [
  { value: ALL, label: 'Estado: todos' },
  ...groupStyles.map(({ group, label }) => ({ value: group, label: `Estado: ${label}` })),
];

interface StatusFilterProps {
  value: ProspectGroup | undefined;
  onChange: (status: ProspectGroup | undefined) => void;
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <Select
      className={classes.filter}
      aria-label="Filtrar por estado"
      data={options}
      value={value ?? ALL}
      allowDeselect={false}
      renderOption={({ option, checked }) => (
        <SelectOption checked={checked}>
          <Option value={option.value} />
        </SelectOption>
      )}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => onChange(prospectGroups.find((group) => group === chosen))}
    />
  );
}

function Option({ value }: { value: string }) {
  const style = groupStyles.find(({ group }) => group === value);
  if (style === undefined) return 'Todos';
  return (
    <>
      <ToneDot tone={style.tone} />
      {style.label}
    </>
  );
}
