export { CertificateButton } from './certificate-button.tsx';
export { CertificateView } from './certificate-view.tsx';
export { certificateQuery } from './certificates.api.ts';
export { CertificatesDialog } from './certificates-dialog.tsx';
