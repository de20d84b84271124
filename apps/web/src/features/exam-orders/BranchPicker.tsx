import type { OrderBranch } from '@simiente/contract/exam-orders/calls';
import { keepPreviousData } from '@tanstack/react-query';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { describeResults, SearchSelect, useTypedText } from '../../ui/form/SearchSelect.tsx';
import classes from './BranchPicker.module.css';
import { describePlace } from './words.ts';

interface BranchPickerProps {
  value: OrderBranch | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (branch: OrderBranch) => void;
}

const toLabel = (branch: OrderBranch) => describePlace({ partner: branch.partner, branch });

export function BranchPicker(field: BranchPickerProps) {
  const { value } = field;
  const { searched, text, ...typing } = useTypedText(value === null ? undefined : toLabel(value));
  const { data, error, isFetching } = useAnswer(queries.examOrders.branches, {
    input: text === '' ? {} : { search: text },
    placeholderData: keepPreviousData,
    enabled: typing.isOpen,
  });
  const matches: readonly OrderBranch[] = data?.branches ?? [];
  const isBusy = isFetching || text !== searched;
  // The chosen branch stays an option, whether the search finds it or not.
  const isMissing = value !== null && !matches.some(({ idBranch }) => idBranch === value.idBranch);
  return (
    <SearchSelect
      {...field}
      label="Sucursal"
      placeholder="Partner, sucursal, estado o dirección"
      items={isMissing ? [value, ...matches] : matches}
      toOption={(branch) => ({ value: branch.idBranch, label: toLabel(branch) })}
      more={data?.more ? 'Hay más resultados; escribe para acotar la búsqueda.' : null}
      search={{
        ...typing,
        only: isBusy || error || text === '' || matches.length !== 1 ? undefined : matches[0],
        summary: describeResults(matches.length, {
          error,
          isBusy,
          none: 'Sin coincidencias. Prueba con el partner, el estado o la dirección.',
        }),
      }}
      renderItem={(branch) => <BranchOption branch={branch} />}
    />
  );
}

function BranchOption({ branch }: { branch: OrderBranch }) {
  const { name, partner, state, address, exams } = branch;
  const place = [address, state].filter(Boolean).join(' · ');
  const count = pluralize(exams.length, ['estudio', 'estudios']);
  return (
    <span className={classes.words}>
      <span className={classes.name}>
        {partner.name} <span className={classes.branch}>· {name}</span>
      </span>
      <span className={classes.where}>
        {exams.length === 0 ? 'Sin estudios' : count}
        {place && ` · ${place}`}
      </span>
    </span>
  );
}
