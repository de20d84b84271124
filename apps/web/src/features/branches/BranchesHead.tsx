import { Skeleton } from '@mantine/core';
import type { Branch, BranchPage } from '@simiente/contract/branches';
import type { Partner } from '@simiente/contract/partners';
import { IconList, IconMap2, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { ViewSwitch } from '../../ui/page/ViewSwitch.tsx';
import { CountedList } from '../list-exports/public.ts';
import { PartnerLogo, PartnerTypeTag, withPartner } from '../partners/public.ts';
import type { LoadedList } from '../records/public.ts';
import classes from './BranchesPage.module.css';
import { branchesInput } from './use-branches.ts';
import type { BranchesView, ListFilters } from './use-list-filters.ts';

const VIEWS = [
  { value: 'list', label: 'Lista', icon: IconList },
  { value: 'map', label: 'Mapa', icon: IconMap2 },
] as const;

interface BranchesHeadProps {
  /** Undefined while nobody has told who it is. */
  partner: Partner | undefined;
  list: LoadedList<BranchPage, Branch>;
  filters: ListFilters;
  onSearch: (text: string) => void;
  onViewChange: (view: BranchesView) => void;
}

/** Whose branches they are, how many, and what can be done with them. */
export function BranchesHead({
  partner,
  list,
  filters,
  onSearch,
  onViewChange,
}: BranchesHeadProps) {
  return (
    <PageHead
      mark={
        partner ? (
          <PartnerLogo partner={partner} size={56} />
        ) : (
          <Skeleton w={56} h={56} radius="lg" />
        )
      }
      title={partner ? `Sucursales de ${partner.name}` : 'Sucursales'}
      context={
        <span className={classes.context}>
          {partner && <PartnerTypeTag type={partner.type} />}
          {partner && (
            <CountedList
              request={{ list: 'branches', filters: branchesInput(partner.idPartner, filters) }}
              total={list.total}
              totalIsCapped={list.totalIsCapped}
              noun={['sucursal', 'sucursales']}
            >
              {describe(partner, list, filters)}
            </CountedList>
          )}
          {partner && (
            <Link
              className={classes.edit}
              to="/partner/$idPartner/editar"
              params={{ idPartner: partner.idPartner }}
            >
              Editar partner
            </Link>
          )}
        </span>
      }
      search={<SearchBox label="Buscar sucursales" value={filters.search} onChange={onSearch} />}
      action={
        <div className={classes.actions}>
          <ViewSwitch label="Vista" views={VIEWS} value={filters.view} onChange={onViewChange} />
          {partner && (
            <LinkButton
              icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
              link={(props) => (
                <Link to="/partners/create-branch" state={withPartner(partner)} {...props} />
              )}
            >
              Crear sucursal
            </LinkButton>
          )}
        </div>
      }
    />
  );
}

/** '24 sucursales · México', or how many of them were found. */
function describe(
  { country }: Partner,
  { total, totalIsCapped }: LoadedList<BranchPage, Branch>,
  { search }: ListFilters,
): string {
  if (total === undefined) return country ?? '';
  const figure = formatCount(total, totalIsCapped);
  if (search !== '') return `${figure} ${total === 1 ? 'resultado' : 'resultados'}`;
  return [`${figure} ${total === 1 ? 'sucursal' : 'sucursales'}`, country]
    .filter(Boolean)
    .join(' · ');
}
