export const chromium: { executablePath: string; args: string[] }
export function installChromium(): Promise<void>
