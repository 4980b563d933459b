import type { z } from 'zod'
import type { PackagesFile } from '../../commerce/checkout/packages-file.ts'

/** The packages of `./pardeh packages init`: a company changes the prices. */
export const STARTER_PACKAGES: z.input<typeof PackagesFile> = {
  groups: [
    {
      id: 'main',
      title: { fa: 'اشتراک', en: 'Subscription' },
      packages: [
        {
          id: 'month-1',
          title: { fa: 'اشتراک یک‌ماهه', en: 'One month' },
          days: 30,
          price: 1_490_000,
        },
        {
          id: 'month-3',
          title: { fa: 'اشتراک سه‌ماهه', en: 'Three months' },
          days: 90,
          price: 4_470_000,
          discount: 990_000,
          best_offer: true,
        },
      ],
    },
  ],
}
