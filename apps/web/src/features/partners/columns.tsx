import { partnerTitles as titles } from '@simiente/contract/common/column-titles';
import type { Partner } from '@simiente/contract/partners/calls';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { type MobileRow, toColumns } from '../../ui/table/table-types.ts';
import type { RowLayout } from '../records/public.ts';
import classes from './columns.module.css';
import { PartnerLogo } from './PartnerLogo.tsx';
import { PartnerTypeTag } from './partner-words.tsx';

/** Shown for a missing text. */
const NOTHING = '—';

const formatCountry = ({ country }: Partner) => country || NOTHING;

const columns = toColumns<Partner>(titles, {
  name: {
    sorts: 'asc',
    skeleton: 'person',
    cell: (partner) => <PartnerCell partner={partner} />,
  },
  branches: {
    sorts: 'desc',
    width: 'max(132px, 12vw)',
    align: 'right',
    cell: ({ branches }) => formatCount(branches),
  },
  country: {
    sorts: 'asc',
    width: 'max(132px, 17vw)',
    cell: (partner) => (
      <span className={classes.line} title={partner.country ?? undefined}>
        {formatCountry(partner)}
      </span>
    ),
  },
  type: {
    sorts: 'asc',
    width: 'max(136px, 14vw)',
    skeleton: 'pill',
    cell: ({ type }) => <PartnerTypeTag type={type} />,
  },
});

/** Logo, name, and below it the website or subdomain, with a mark for the partner's own link. */
function PartnerCell({ partner }: { partner: Partner }) {
  return (
    <span className={classes.partner}>
      <PartnerLogo partner={partner} />
      <span className={classes.words}>
        <span className={classes.name} title={partner.name}>
          {partner.name}
        </span>{' '}
        <span className={classes.detail}>
          <span className={classes.site}>{formatSite(partner)}</span>
          {partner.utm_available && <span className={classes.mark}>Enlace UTM</span>}
        </span>
      </span>
    </span>
  );
}

/** The host of its website, or its subdomain on this installation. */
function formatSite({ website, idPartner }: Partner): string {
  return website !== null && URL.canParse(website)
    ? new URL(website).hostname.replace(/^www\./, '')
    : idPartner;
}

function mobileRow(partner: Partner): MobileRow {
  return {
    title: partner.name,
    picture: <PartnerLogo partner={partner} />,
    aside: <PartnerTypeTag type={partner.type} />,
    facts: `${pluralize(partner.branches, ['ubicación', 'ubicaciones'])} · ${formatCountry(partner)}`,
  };
}

export const partnerLayout: RowLayout<Partner> = {
  columns,
  mobileRow,
  getName: ({ name }) => name,
};
