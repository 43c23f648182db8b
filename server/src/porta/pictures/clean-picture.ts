export async function cleanPicture(
  bytes: Buffer,
  name: string,
): Promise<{ body: Buffer; type: string; sha256: Buffer; width: number; height: number; look: string }> {
  throw new Error(name + bytes.length)
}
