/** The part of the email compiler that is used. The package has no types. */
declare module 'mjml' {
  export default function mjml2html(
    source: string,
    options: {
      filePath: string;
      validationLevel: 'strict' | 'soft' | 'skip';
      keepComments: boolean;
      fonts: Record<string, string>;
    },
  ): Promise<{ html: string; errors: { formattedMessage: string }[] }>;
}
