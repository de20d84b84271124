import type { Branch } from '@simiente/contract/branches/calls';
import { branchTitles as titles } from '@simiente/contract/common/column-titles';
import {
  addressLine,
  countAddressParts,
  describeAddressParts,
} from '@simiente/contract/format/address';
import { pluralize } from '../../lib/format/numbers.ts';
import { PhoneContact } from '../../ui/contact/Contact.tsx';
import { ContactMenu } from '../../ui/contact/ContactMenu.tsx';
import { Hint } from '../../ui/hint/Hint.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import type { RowLayout } from '../records/public.ts';
import { EXAMS, examNames, firstExams } from './branch-values.ts';
import classes from './columns.module.css';

const NOTHING = '—';

const columns = toColumns<Branch>(titles, {
  state: {
    sorts: 'asc',
    width: 'max(92px, 11vw)',
    cell: ({ state }) => <CellLine isLong text={state} />,
  },
  name: {
    sorts: 'asc',
    isLink: true,
    cell: (branch) => <Name branch={branch} />,
  },
  address: {
    sorts: 'desc',
    // On a narrow page the column takes space from the exams, so that an address fits on two lines.
    width: 'max(20vw, clamp(232px, 1400px - 100vw, 272px))',
    cell: ({ address }) => <Address address={address} />,
  },
  exams: {
    sorts: 'desc',
    width: 'max(116px, 13.5vw)',
    cell: ({ exam_available }) => <Exams exams={exam_available} />,
  },
  phone: {
    sorts: 'asc',
    width: '190px',
    hideBelow: 'lg',
    cell: ({ phone, name }) => (phone ? <PhoneContact inRow phone={phone} name={name} /> : NOTHING),
  },
});

function Name({ branch: { name, utm } }: { branch: Branch }) {
  return (
    <span className={classes.name}>
      <span className={classes.words} title={name}>
        {name}
      </span>
      {utm && (
        <span className={classes.utm} title="Con enlace UTM">
          UTM
        </span>
      )}
    </span>
  );
}

function Address({ address }: Pick<Branch, 'address'>) {
  const line = addressLine(address);
  const meaning = describeAddressParts(address);
  return (
    <span className={classes.address}>
      <Hint label={meaning}>
        <span className={`${classes.count} si-above-link`} role="img" aria-label={meaning}>
          {countAddressParts(address)}
        </span>
      </Hint>
      <CellLine isLong text={line} />
    </span>
  );
}

function Exams({ exams }: { exams: readonly string[] }) {
  const names = examNames(exams);
  const { shown, more } = firstExams(names);
  return (
    <Hint label={names.join('\n')} disabled={names.length === 0} className={classes.all ?? ''}>
      <span className={`${classes.exams} si-above-link`}>
        <span className={classes.examCount}>{pluralize(names.length, EXAMS)}</span>
        {names.length > 0 && (
          <span className={classes.first}>
            <span className={classes.words}>{shown}</span>
            {more > 0 && <span className={classes.more}> +{more}</span>}
          </span>
        )}
      </span>
    </Hint>
  );
}

export const branchLayout: RowLayout<Branch> = {
  columns,
  mobileRow: ({ name, phone, state, exam_available: exams, address }) => ({
    title: name,
    aside: <span className={classes.mobileState}>{state ?? NOTHING}</span>,
    facts: `${pluralize(examNames(exams).length, EXAMS)} · ${addressLine(address) || NOTHING}`,
    contact: <ContactMenu name={name} phone={phone} email={null} />,
  }),
  getRowName: ({ name }) => name,
  rowActions: ({ name, phone }) => (
    <span className={classes.contact}>
      <ContactMenu name={name} phone={phone} email={null} />
    </span>
  ),
};
