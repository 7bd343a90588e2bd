import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { toMessage } from './error-messages.ts';

interface OptimisticWrite<Input, Output> {
  /** Sends the change to the server. */
  write: (input: Input) => Promise<Output>;
  /** Applies the change to the cache; returns a function that reverts it. */
  show: (input: Input, client: QueryClient) => (() => void) | undefined;
  /** Stores the response in the cache. */
  settle?: (output: Output, input: Input, client: QueryClient) => void;
  /** Title of the toast after a failure; its description is the server's message. A function writes both. */
  failed: string | ((input: Input) => { title: string; description: string });
}

/** A mutation that applies its change immediately and reverts it with a toast on failure. */
export function useOptimisticWrite<Input, Output>(options: OptimisticWrite<Input, Output>) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input, (() => void) | undefined>({
    mutationFn: options.write,
    onMutate: (input) => options.show(input, client),
    onSuccess: (output, input) => options.settle?.(output, input, client),
    onError: (error, input, undo) => {
      undo?.();
      const { failed } = options;
      const text =
        typeof failed === 'string'
          ? { title: failed, description: toMessage(error, t('Please try again.')) }
          : failed(input);
      toast({ ...text, variant: 'destructive' });
    },
  });
}
