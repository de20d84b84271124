export { PartnerLogo } from './PartnerLogo.tsx';
export { partnerList } from './partner-list.ts';
export { usePartnerState, withPartner } from './partner-state.ts';
export { PartnerTypeTag } from './partner-type.tsx';
export { partnerCrumb, partnersCrumb, partnerWords } from './partner-words.tsx';
export { usePartner } from './use-partner.ts';
