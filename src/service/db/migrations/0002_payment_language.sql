ALTER TABLE "dd_contracts" ADD COLUMN "language" text DEFAULT 'fa' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "language" text DEFAULT 'fa' NOT NULL;--> statement-breakpoint
ALTER TABLE "dd_contracts" ADD CONSTRAINT "dd_contracts_language_known" CHECK ("dd_contracts"."language" in ('fa', 'en'));--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_language_known" CHECK ("transactions"."language" in ('fa', 'en'));