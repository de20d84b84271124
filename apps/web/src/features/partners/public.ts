export { PartnerLogo } from './PartnerLogo.tsx';
export { PartnerTypeTag } from './PartnerTypeTag.tsx';
export { partnerList } from './partner-list.ts';
export { usePartnerState, withPartner } from './partner-state.ts';
export { partnerCrumb, partnersCrumb, partnerWords } from './partner-words.tsx';
export { usePartner } from './use-partner.ts';
