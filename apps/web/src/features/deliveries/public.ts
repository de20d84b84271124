export { DeliverVersion, DeliverySection } from './DeliverySection.tsx';
export { HandedOut } from './HandedOut.tsx';
export { LinkRequests, linkRequestsLink, useLinkRequests } from './LinkRequests.tsx';
