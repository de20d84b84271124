import { type Partner, partner } from '@simiente/contract/partners';
import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The partner whose row or page led here: shown at once, and read again all the same. */
    partner?: Partner;
  }
}

/** The state of a navigation that takes a partner along, beside what it has already. */
export function withPartner(taken: Partner) {
  return <State extends object>(state: State): State & { partner: Partner } => ({
    ...state,
    partner: taken,
  });
}

/** The partner that came along; undefined after a shared link, or when what came is none of today's. */
export function usePartnerState(): Partner | undefined {
  const taken = useLocation({ select: (location) => location.state.partner });
  return partner.safeParse(taken).data;
}
