import { beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadImage } from '#web/features/uploads/index.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { uploadPageImage } from './upload-page-image.ts';

vi.mock('#web/features/uploads/index.ts', async (original) => ({
  ...(await original<object>()),
  uploadImage: vi.fn(),
}));
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast: vi.fn() }));

const upload = (type: string, size = 1) =>
  uploadPageImage('s1', new File([new Uint8Array(size)], 'hill', { type }));
const megabytes = (count: number) => count * 1024 * 1024;

beforeEach(() => vi.clearAllMocks());

describe('An image of a page', () => {
  it('is uploaded, which a toast says', async () => {
    const size = { width: 800, height: 450 };
    vi.mocked(uploadImage).mockResolvedValue({ url: '/files/1/800.webp', ...size } as never);
    expect(await upload('image/png', megabytes(5))).toEqual({ src: '/files/1/800.webp', alt: '', ...size });
    expect(uploadImage).toHaveBeenCalledWith(expect.any(File), { purpose: 'course_image', space_id: 's1' });
    expect(toast).toHaveBeenCalledWith({ title: 'Image uploaded' });
  });

  it.each([
    ['application/pdf', 1, 'Please select an image file (PNG, JPG, GIF, etc.)'],
    ['image/svg+xml', 1, 'Please select an image file (PNG, JPG, GIF, etc.)'],
    ['image/png', megabytes(5) + 1, 'Please select an image smaller than 5MB'],
  ])('is not uploaded as %s of %d bytes', async (type, size, message) => {
    await expect(upload(type, size)).rejects.toThrow(message);
    expect(uploadImage).not.toHaveBeenCalled();
  });

  it.each([
    ['the server says', 'The image is damaged.', 'The image is damaged.'],
    ['nothing says', '', 'Failed to upload image. Please try again.'],
  ])('that is refused has a message, also for a reason that %s', async (_who, given, shown) => {
    vi.mocked(uploadImage).mockRejectedValue(new ApiError('internal', 500, given));
    await expect(upload('image/png')).rejects.toThrow(shown);
    expect(toast).not.toHaveBeenCalled();
  });
});
