/**
 * Concepts of us-gaap for each statement item, the most exact first; the first that a filing has for a period
 * is used. A minus before a concept turns a payment, which is filed as a positive number, into an outflow.
 *
 * What no single concept gives has no row here, so no value rather than a guess: ebitda, ebit, free-cash-flow, total-debt,
 * total-non-current-liabilities, change-in-working-capital and the remainders called `other-…`, which filers define differently.
 */
export const CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  "total-assets": ["Assets"],
  "total-current-assets": ["AssetsCurrent"],
  "cash-and-equivalents": ["CashAndCashEquivalentsAtCarryingValue"],
  "short-term-investments": [
    "ShortTermInvestments",
    "MarketableSecuritiesCurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesCurrent",
  ],
  "accounts-receivable": ["AccountsReceivableNetCurrent", "ReceivablesNetCurrent"],
  inventory: ["InventoryNet"],
  "prepaid-expenses": ["PrepaidExpenseCurrent", "PrepaidExpenseAndOtherAssetsCurrent"],
  "other-current-assets": ["OtherAssetsCurrent"],
  "total-non-current-assets": ["AssetsNoncurrent"],
  "property-plant-and-equipment": [
    "PropertyPlantAndEquipmentNet",
    "PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization",
  ],
  goodwill: ["Goodwill"],
  "intangible-assets": ["IntangibleAssetsNetExcludingGoodwill", "FiniteLivedIntangibleAssetsNet"],
  "long-term-investments": ["LongTermInvestments", "MarketableSecuritiesNoncurrent"],
  "deferred-tax-assets": ["DeferredIncomeTaxAssetsNet"],
  "other-non-current-assets": ["OtherAssetsNoncurrent"],
  "total-liabilities": ["Liabilities"],
  "total-current-liabilities": ["LiabilitiesCurrent"],
  "accounts-payable": ["AccountsPayableCurrent", "AccountsPayableTradeCurrent"],
  "accrued-liabilities": ["AccruedLiabilitiesCurrent", "AccountsPayableAndAccruedLiabilitiesCurrent"],
  "short-term-debt": ["DebtCurrent", "ShortTermBorrowings"],
  "deferred-revenue": ["ContractWithCustomerLiabilityCurrent", "DeferredRevenueCurrent"],
  "income-tax-payable": ["AccruedIncomeTaxesCurrent", "TaxesPayableCurrent"],
  "other-current-liabilities": ["OtherLiabilitiesCurrent"],
  "total-non-current-liabilities": ["LiabilitiesNoncurrent"],
  "long-term-debt": ["LongTermDebtNoncurrent", "LongTermDebt"],
  "lease-liabilities": ["OperatingLeaseLiability"],
  "deferred-tax-liabilities": ["DeferredIncomeTaxLiabilitiesNet"],
  "other-non-current-liabilities": ["OtherLiabilitiesNoncurrent"],
  "total-equity": ["StockholdersEquity", "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest"],
  "common-stock": ["CommonStockValue", "CommonStocksIncludingAdditionalPaidInCapital"],
  "preferred-stock": ["PreferredStockValue"],
  "additional-paid-in-capital": ["AdditionalPaidInCapital", "AdditionalPaidInCapitalCommonStock"],
  "retained-earnings": ["RetainedEarningsAccumulatedDeficit"],
  "treasury-stock": ["TreasuryStockCommonValue", "TreasuryStockValue"],
  "accumulated-other-comprehensive-income": ["AccumulatedOtherComprehensiveIncomeLossNetOfTax"],
  "minority-interest": ["MinorityInterest"],
  "total-liabilities-and-equity": ["LiabilitiesAndStockholdersEquity"],
  "net-cash-from-operating-activities": [
    "NetCashProvidedByUsedInOperatingActivities",
    "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
  ],
  "depreciation-and-amortization": [
    "DepreciationDepletionAndAmortization",
    "DepreciationAndAmortization",
    "DepreciationAmortizationAndAccretionNet",
  ],
  "stock-based-compensation": ["ShareBasedCompensation"],
  "deferred-income-tax": ["DeferredIncomeTaxExpenseBenefit"],
  "change-in-receivables": ["-IncreaseDecreaseInAccountsReceivable", "-IncreaseDecreaseInReceivables"],
  "change-in-inventory": ["-IncreaseDecreaseInInventories"],
  "change-in-payables": ["IncreaseDecreaseInAccountsPayable"],
  "net-cash-from-investing-activities": [
    "NetCashProvidedByUsedInInvestingActivities",
    "NetCashProvidedByUsedInInvestingActivitiesContinuingOperations",
  ],
  "capital-expenditure": ["-PaymentsToAcquirePropertyPlantAndEquipment", "-PaymentsToAcquireProductiveAssets"],
  acquisitions: ["-PaymentsToAcquireBusinessesNetOfCashAcquired"],
  "purchases-of-investments": ["-PaymentsToAcquireInvestments", "-PaymentsToAcquireAvailableForSaleSecuritiesDebt"],
  "sales-of-investments": ["ProceedsFromSaleMaturityAndCollectionsOfInvestments"],
  "net-cash-from-financing-activities": [
    "NetCashProvidedByUsedInFinancingActivities",
    "NetCashProvidedByUsedInFinancingActivitiesContinuingOperations",
  ],
  "debt-issued": ["ProceedsFromIssuanceOfDebt", "ProceedsFromIssuanceOfLongTermDebt"],
  "debt-repaid": ["-RepaymentsOfDebt", "-RepaymentsOfLongTermDebt"],
  "stock-issued": ["ProceedsFromIssuanceOfCommonStock"],
  "stock-repurchased": ["-PaymentsForRepurchaseOfCommonStock"],
  "dividends-paid": ["-PaymentsOfDividends", "-PaymentsOfDividendsCommonStock"],
  "net-change-in-cash": [
    "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect",
    "CashAndCashEquivalentsPeriodIncreaseDecrease",
  ],
  "total-revenue": [
    "Revenues",
    "RevenueFromContractWithCustomerExcludingAssessedTax",
    "RevenueFromContractWithCustomerIncludingAssessedTax",
    "SalesRevenueNet",
    "SalesRevenueGoodsNet",
    "SalesRevenueServicesNet",
  ],
  "cost-of-revenue": ["CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold"],
  "gross-profit": ["GrossProfit"],
  "total-operating-expenses": ["OperatingExpenses"],
  "research-and-development": [
    "ResearchAndDevelopmentExpense",
    "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost",
  ],
  "selling-general-and-administrative": ["SellingGeneralAndAdministrativeExpense"],
  "selling-and-marketing": ["SellingAndMarketingExpense", "MarketingExpense"],
  "general-and-administrative": ["GeneralAndAdministrativeExpense"],
  "operating-income": ["OperatingIncomeLoss"],
  "interest-income": ["InvestmentIncomeInterest"],
  "interest-expense": ["InterestExpense", "InterestExpenseNonoperating"],
  "other-income": ["OtherNonoperatingIncomeExpense", "NonoperatingIncomeExpense"],
  "income-before-tax": [
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
  ],
  "income-tax": ["IncomeTaxExpenseBenefit"],
  "net-income": ["NetIncomeLoss", "ProfitLoss"],
  "net-income-to-common": ["NetIncomeLossAvailableToCommonStockholdersBasic"],
  "eps-basic": ["EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted"],
  "eps-diluted": ["EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"],
  "dividends-per-share": ["CommonStockDividendsPerShareDeclared", "CommonStockDividendsPerShareCashPaid"],
  "weighted-average-shares-basic": [
    "WeightedAverageNumberOfSharesOutstandingBasic",
    "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
  ],
  "weighted-average-shares-diluted": [
    "WeightedAverageNumberOfDilutedSharesOutstanding",
    "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
  ],
};

/** Items of a year that are not the sum of its quarters, so never derived by difference. */
export const AVERAGES: readonly string[] = ["weighted-average-shares-basic", "weighted-average-shares-diluted"];
/** Amounts per share, derived only where this number of shares stayed about the same: no split in between. */
export const PER_SHARE: Readonly<Record<string, string>> = {
  "eps-basic": "weighted-average-shares-basic",
  "eps-diluted": "weighted-average-shares-diluted",
  "dividends-per-share": "weighted-average-shares-basic",
};

/** The cover page's count of shares, a fact by itself. */
export const SHARES_CONCEPT = "EntityCommonStockSharesOutstanding";
