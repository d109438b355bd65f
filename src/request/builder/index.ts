/**
 * The builder: card state as plain immutable values, pure transitions, and what a screen shows of it. An entry is what its
 * payload reads as: card, payload and formula are one tree.
 */
export type {
  Added,
  CardItem,
  CustomFormula,
  CustomItem,
  EntryOptions,
  EntryValue,
  Item,
  Placed,
  WordingPart,
} from "./entry.ts";
export type { Json } from "./entry-json.ts";
export { itemJson as itemSent } from "./entry-json.ts";
export { NO_CARD, placedTree } from "./entry-of-tree.ts";
export { treeOfItem } from "./tree-of-entry.ts";
export type { ItemTree } from "./tree-of-entry.ts";
export type { DataPointState, FormPlace, OrdinaryForm, TabState } from "./form.ts";
export type { Selected } from "./selected.ts";
export { activePlace, freshForm, shownOptions, shownPoints } from "./form.ts";
export type { Choice } from "./choices.ts";
export { choicesOf } from "./choices.ts";
export { convertValue, padTime } from "./conversion.ts";
export type { FieldError, FieldErrors } from "./fill.ts";
export { errorsOf, fill } from "./fill.ts";
export type { DisplayPart, FormDisplay } from "./display.ts";
export { nextCondition, nextValues } from "./select.ts";
export type { CustomForm, CustomTab, NamedFormula } from "./custom-form.ts";
export { asksForCheck, formulaText } from "./custom-form.ts";
export { itemName } from "./entry.ts";
export type { EarningsForm } from "./earnings-form.ts";
export type { CardForm, Cards, CardState, EntryLimits, RequestState } from "./state.ts";
export { cardState, countOf, freshRequest, limitReached } from "./state.ts";
export type { Blocked, FormulaCheck, RowCard, Submission } from "./added-rows.ts";
export {
  cardOfRow,
  columnNamesOf,
  deleteAll,
  deleteRow,
  goAlong,
  discardDraft,
  duplicateRow,
  editAsFormula,
  editRow,
  newEntry,
  showOnCard,
  stopEditing,
  submission,
  submit,
} from "./added-rows.ts";
export { addFilter } from "./add-filter.ts";
export { outcomeChoices, setOutcome } from "./outcome-choice.ts";
export { freshParameter, parametersTyped, typedParameter, valuesText } from "./sweep-choice.ts";
export type { TypedParameter } from "./sweep-choice.ts";
export { draftOver, draftsRenamed, formHolds } from "./drafts.ts";
export { formOfNewPoint, formOfRow, withRowOpened } from "./opened-row.ts";
export type { FormProblem } from "./form-problem.ts";
export { formProblem } from "./form-problem.ts";
export { columnReferences, placeOfColumn, renameColumnRow } from "./rename-column.ts";
export { draftsWithParameter, renameParameter } from "./rename-parameter.ts";
export { withSuggestedName } from "./suggested-name.ts";
export * from "./transitions.ts";
export type { DateRangeErrors, DateRangeState } from "./date-range.ts";
export { dateRangeErrors, readShownDay, shownTime } from "./date-range.ts";
export { pathOfRow, requestJson as requestSent, rowsOf } from "./request-json.ts";
export { formsJson as formsKept, openForms } from "./kept-forms.ts";
export { openRequest } from "./open-request.ts";
export type { OpenedRequest } from "./open-request.ts";
export { shownNumber } from "./option-kinds.ts";
export { sentence, treeOf, wordingParts } from "./wording.ts";
export type { SavedFormulas } from "./saved-formulas.ts";
export { forgetFormula, formulasText, readFormulas, saveFormula } from "./saved-formulas.ts";
export type { ButtonView, CardView, DataPointView, OptionView, RowView, StatementGroupView } from "./view.ts";
export { cardView, rowView, rowViews } from "./view.ts";
export type { NavigationEntry, Paging, SwitchView } from "./screen.ts";
export { builderTitle, deletionText, navigation, paging, switches } from "./screen.ts";
